import * as z from 'zod';
import { actionView } from '../../contract/rows/action-view.ts';
import { artefactRef, jsonObject, jsonPointer, rowId } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  action: z.strictObject({
    kind: artefactRef,
    targetSor: artefactRef,
    targetRef: z.string().min(1).max(256),
    payload: jsonObject,
  }),
  /** The event id of the lookup on which the Action is based. */
  basis: rowId,
  /**
   * The drafted values: each pointer into the payload with the event id of the composition that drafted the value
   * there.
   */
  drafts: z.record(jsonPointer, rowId).optional(),
  rationale: z.string().min(1).max(2000),
  evidence: z
    .array(z.strictObject({ event: rowId, arguments: z.unknown().optional(), result: z.unknown().optional() }))
    .max(16),
});
export type Request = z.infer<typeof request>;

export const response = actionView;
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
