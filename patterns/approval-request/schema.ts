import * as z from 'zod';
import { artefactRef, rowId } from '../../contract/values/shapes.ts';
import { taskView } from '../../contract/rows/task-view.ts';

export const request = z.strictObject({
  subject: z.strictObject({ kind: z.enum(['Action', 'Decision']), id: rowId }),
  queue: artefactRef,
  /** Only for a Decision: the recorded arguments and result, and why a human should confirm them. */
  decision: z
    .strictObject({ rationale: z.string().min(1).max(2000), arguments: z.unknown(), result: z.unknown() })
    .optional(),
  /** An ISO 8601 duration. It can only shorten the SLA of the queue. */
  sla: z.string().max(32).optional(),
});
export type Request = z.infer<typeof request>;

export const response = taskView;
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
