import * as z from 'zod';
import { jsonObject } from '../values/shapes.ts';

/** A lookup's answer if the source has the record. An Action rests on one (`basis`). */
export const foundObject = z.strictObject({
  status: z.literal('found'),
  object: jsonObject,
  /** The entity tag (RFC 9110, 8.8.3) as the source sent it. Absent if the source has no versions. */
  sourceVersion: z.string().optional(),
  source: z.strictObject({ sor: z.string(), resource: z.string(), identifier: z.string() }),
});
/**
 * A lookup's answer if the platform has no such object, with its name. A change that creates the object rests on it.
 */
export const absentObject = z.strictObject({ status: z.literal('not_found'), source: foundObject.shape.source });

export type FoundObject = z.infer<typeof foundObject>;
