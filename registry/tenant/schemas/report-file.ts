import * as z from 'zod';
import { toolId, version } from '../../../contract/artefacts/parts.ts';
import { nameAtVersion, sha256Digits } from './parts.ts';

const finding = z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string().optional() });

/** `reports/<tool>@<version>.json`: what the gate saw. The digests bind it to what was compiled then. */
export const gateReport = z.strictObject({
  tool: toolId,
  version,
  passed: z.boolean(),
  cases: z.array(finding),
  probes: z.array(finding),
  digests: z.strictObject({
    /** The record without its release block. */
    record: sha256Digits,
    signature: sha256Digits,
    pack: sha256Digits,
    artefacts: z.record(nameAtVersion, sha256Digits),
  }),
});
export type GateReport = z.output<typeof gateReport>;
