import * as z from 'zod';
import { foundObject } from '../../contract/rows/found-object.ts';
import { artefactRef } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  identifier: z.string().min(1).max(256),
  source: artefactRef,
  /** ISO 8601, UTC. Honoured or refused: an HTTP source can only answer for now. */
  asOf: z.string().max(40).optional(),
});
export type Request = z.infer<typeof request>;

export const response = z.discriminatedUnion('status', [
  foundObject,
  z.strictObject({ status: z.literal('not_found') }),
  z.strictObject({ status: z.literal('permission_denied') }),
]);
export type Response = z.infer<typeof response>;

/** The resource of the SoR file that the tool reads. */
export const settings = z.strictObject({ resource: z.string().min(1) });
export type Settings = z.infer<typeof settings>;
