import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Action } from '../contract/rows/action.ts';
import { Failure } from '../contract/failures.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { actionStateTable, moveAction, moveTask, taskStateTable } from './states.ts';

/**
 * The requester takes its Action back, at any time before the send. A Task that is not decided ends with it.
 * @param task of the Action's round, where there is one
 * @throws Failure `action.not_open` once a send may have been made, or the Action has ended
 */
export function withdraw(
  { action, task }: { readonly action: Action; readonly task?: Task | undefined },
  reason: string | undefined,
  stamp: Stamp,
): Transition {
  if (!actionStateTable[action.state].next.includes('cancelled')) {
    throw new Failure('action.not_open', `the Action is ${action.state}: a send cannot be taken back`);
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
