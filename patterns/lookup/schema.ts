import * as z from 'zod';
import { foundObject } from '../../contract/rows/found-object.ts';
import { artefactRef } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  identifier: z.string().min(1).max(256),
  source: artefactRef,
  /**
   * An instant in ISO 8601, UTC. It is refused unless it is the time of the call, because an HTTP source can answer
   * only for now.
   */
  asOf: z.string().max(40).optional(),
});
export type Request = z.infer<typeof request>;

export const response = z.discriminatedUnion('status', [
  foundObject,
  z.strictObject({ status: z.literal('not_found') }),
  z.strictObject({ status: z.literal('permission_denied') }),
]);
export type Response = z.infer<typeof response>;

/** The resource in the SoR file that the tool reads. */
export const settings = z.strictObject({ resource: z.string().min(1) });
export type Settings = z.infer<typeof settings>;
