import * as z from 'zod';
import { absentObject, foundObject } from '../../contract/rows/found-object.ts';
import { internalTarget } from '../../contract/rows/objects.ts';

export const request = z.strictObject({
  identifier: z.string().min(1).max(256),
  source: z.literal(internalTarget),
  /** An instant in ISO 8601, UTC, not in the future. The version of the object at that instant is read. */
  asOf: z.string().max(40).optional(),
});
export type Request = z.infer<typeof request>;

export const response = z.discriminatedUnion('status', [foundObject, absentObject]);
export type Response = z.infer<typeof response>;

/** The ontology type of the live objects that the tool reads. */
export const settings = z.strictObject({ type: z.string().min(1) });
