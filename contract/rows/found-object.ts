import * as z from 'zod';
import { jsonObject } from '../values/shapes.ts';

/** What a lookup answers when its source has the record; an Action rests on one (`basis`). */
export const foundObject = z.strictObject({
  status: z.literal('found'),
  object: jsonObject,
  /** The entity tag (RFC 9110, 8.8.3) as the source sent it; absent where the source has no versions. */
  sourceVersion: z.string().optional(),
  source: z.strictObject({ sor: z.string(), resource: z.string(), identifier: z.string() }),
});
/** That the platform has no such object, and which: a change that creates it rests on this. */
export const absentObject = z.strictObject({ status: z.literal('not_found'), source: foundObject.shape.source });

export type FoundObject = z.infer<typeof foundObject>;
