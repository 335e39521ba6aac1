import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Action } from '../contract/rows/action.ts';
import { Failure } from '../contract/failures.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { actionStateTable, moveAction, moveTask, taskStateTable } from './states.ts';

/**
 * Returns the transition with which the requester withdraws its Action before the send. If its Task is not decided yet,
 * the Task ends too.
 * @param task the Task of the Action's present round, if there is one
 * @throws Failure `action.not_open` if the change may have been sent, or the Action has ended
 */
export function withdraw(
  { action, task }: { readonly action: Action; readonly task?: Task | undefined },
  reason: string | undefined,
  stamp: Stamp,
): Transition {
  if (!actionStateTable[action.state].next.includes('cancelled')) {
    throw new Failure('action.not_open', `the Action is ${action.state}, so it can no longer be withdrawn`);
  }
  const id = decisionId('action.withdrawn', action.id);
  const why = reason === undefined ? {} : { reason };
  const undecided = task !== undefined && taskStateTable[task.state].next.includes('withdrawn');
  return decisionOf(
    { stamp, seen: action },
    {
      action: { from: action, to: moveAction(action, 'cancelled', { decisionId: id, ...why }) },
      ...(undecided ? { task: { from: task, to: moveTask(task, 'withdrawn', why) } } : {}),
    },
    {
      id,
      kind: 'action.withdrawn',
      actionId: action.id,
      ...(task === undefined ? {} : { taskId: task.id }),
      by: stamp.by,
      at: atOf(stamp),
      ...why,
    },
  );
}
