import * as z from 'zod';
import { artefactRef, rowId } from '../../contract/values/shapes.ts';
import { taskView } from '../../contract/rows/task-view.ts';

export const request = z.strictObject({
  subject: z.strictObject({ kind: z.enum(['Action', 'Decision']), id: rowId }),
  queue: artefactRef,
  /** ISO 8601 duration; shortens the queue's. */
  sla: z.string().max(32).optional(),
});
export type Request = z.infer<typeof request>;

export const response = taskView;
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
