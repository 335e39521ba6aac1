import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveAction, moveTask } from './states.ts';

/** The world has moved, or what was granted is not what stands: an end, by a Decision of the platform. Stage anew. */
export function voided(
  { action, task }: { readonly action: Action; readonly task?: Task | undefined },
  reason: string,
  stamp: Stamp,
): Transition {
  const id = decisionId('action.voided', action.id);
  const to = moveAction(action, 'voided', { decisionId: id, reason });
  const taskId = task?.id ?? action.taskId;
  return decisionOf(
    { stamp, seen: action },
    {
      action: { from: action, to },
      ...(task === undefined ? {} : { task: { from: task, to: moveTask(task, 'void', { reason }) } }),
    },
    {
      id,
      kind: 'action.voided',
      actionId: action.id,
      ...(taskId === undefined ? {} : { taskId }),
      by: stamp.by,
      at: atOf(stamp),
      reason,
    },
  );
}
