import * as z from 'zod';
import { jsonObject } from '../values/shapes.ts';

/** The result of a lookup that found the record. An Action cites such a result as its basis. */
export const foundObject = z.strictObject({
  status: z.literal('found'),
  object: jsonObject,
  /** The entity tag (RFC 9110, 8.8.3) that the source sent. Absent if the source has no versions. */
  sourceVersion: z.string().optional(),
  source: z.strictObject({ sor: z.string(), resource: z.string(), identifier: z.string() }),
});
/**
 * The result of a lookup in the platform's own objects that found nothing. A change that creates the object cites it as
 * its basis.
 */
export const absentObject = z.strictObject({ status: z.literal('not_found'), source: foundObject.shape.source });

export type FoundObject = z.infer<typeof foundObject>;
