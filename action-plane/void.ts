import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveAction, moveTask } from './states.ts';

/**
 * Ends an Action because its target or its policies have changed, or because it is not the one that was granted. The
 * platform itself makes the Decision. The requester must stage again.
 */
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
