import * as z from 'zod';
import { jsonObject } from './shapes.ts';

/** What a lookup answers when its source has the record; an Action rests on one (`basis`). */
export const foundObject = z.strictObject({
  status: z.literal('found'),
  object: jsonObject,
  /** The entity tag (RFC 9110, 8.8.3) as the source sent it; absent where the source has no versions. */
  sourceVersion: z.string().optional(),
  source: z.strictObject({ sor: z.string(), resource: z.string(), identifier: z.string() }),
});
export type FoundObject = z.infer<typeof foundObject>;
