import * as z from 'zod';
import { nameAtVersion, toolId, version } from './parts.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256');
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
    record: hash,
    signature: hash,
    pack: hash,
    artefacts: z.record(nameAtVersion, hash),
  }),
});
export type GateReport = z.output<typeof gateReport>;
