import * as z from 'zod';
import { taskStates, type Task } from './task.ts';

/**
 * A Task as its requester sees it: the queue, the number of grants that it needs, its deadline, and the digest that a
 * grant is bound to.
 */
export const taskView = z.strictObject({
  id: z.string(),
  state: z.enum(taskStates),
  version: z.int().min(1),
  actionId: z.string().optional(),
  /** The event of the validation or classification that a human is asked to confirm. */
  subject: z.string().optional(),
  round: z.int().min(1),
  queue: z.string(),
  quorum: z.int().min(1),
  grants: z.int().min(0),
  requestedAt: z.string(),
  slaSeconds: z.int().min(1),
  dueAt: z.string(),
  digest: z.string(),
});
export type TaskView = z.infer<typeof taskView>;

export const viewOfTask = (task: Task): TaskView => ({
  id: task.id,
  state: task.state,
  version: task.version,
  ...(task.actionId === undefined ? {} : { actionId: task.actionId }),
  ...(task.decision === undefined ? {} : { subject: task.decision.eventId }),
  round: task.round,
  queue: task.queue,
  quorum: task.quorum,
  grants: task.grants.length,
  requestedAt: task.requestedAt,
  slaSeconds: task.slaSeconds,
  dueAt: task.dueAt,
  digest: task.digest,
});
