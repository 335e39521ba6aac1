import * as z from 'zod';
import { toolId, version } from '../../../contract/artefacts/parts.ts';
import { nameAtVersion, sha256Digits } from './parts.ts';

const finding = z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string().optional() });

/**
 * The schema of `reports/<tool>@<version>.json`: the results of the gate. The digests bind the report to the files that
 * the gate tested.
 */
export const gateReport = z.strictObject({
  tool: toolId,
  version,
  passed: z.boolean(),
  cases: z.array(finding),
  probes: z.array(finding),
  digests: z.strictObject({
    /** Digest of the record without its release block. */
    record: sha256Digits,
    signature: sha256Digits,
    pack: sha256Digits,
    artefacts: z.record(nameAtVersion, sha256Digits),
  }),
});
export type GateReport = z.output<typeof gateReport>;
