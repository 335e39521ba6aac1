import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import type { Queue } from '../../contract/artefacts/artefacts.ts';

/** A queue's file. Thirty days is as long as a state machine of ours waits for a human. */
export const queue: z.ZodType<Queue> = z.strictObject({
  id: artefactId('queue'),
  version: artefactVersion,
  title: z.string().min(1).max(200),
  groups: z
    .array(z.string().min(1))
    .min(1)
    .refine((groups) => new Set(groups).size === groups.length, { error: 'names a group twice' }),
  slaSeconds: z
    .int()
    .min(1)
    .max(30 * 24 * 3600),
});
