import type { Transition } from '../contract/rows/action-plane-store.ts';
import { Failure } from '../contract/failures.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveTask, taskStateTable } from './states.ts';
import { subjectIn } from './subject.ts';

/**
 * Returns the transition with which the requester withdraws a Task whose subject is a validation or classification,
 * before the Task is decided.
 * @throws Failure `subject.unfit` if the subject is an Action, `task.decided`
 */
export function withdrawTask(task: Task, reason: string | undefined, stamp: Stamp): Transition {
  if (task.actionId !== undefined) {
    throw new Failure('subject.unfit', `the subject of the Task is an Action: withdraw the Action ${task.actionId}`);
  }
  if (!taskStateTable[task.state].next.includes('withdrawn')) {
    throw new Failure('task.decided', `the Task is ${task.state}, so it can no longer be withdrawn`);
  }
  const why = reason === undefined ? {} : { reason };
  return decisionOf(
    { stamp, seen: task },
    { task: { from: task, to: moveTask(task, 'withdrawn', why) } },
    {
      id: decisionId('approval.withdrawn', task.id),
      kind: 'approval.withdrawn',
      ...subjectIn(task),
      taskId: task.id,
      by: stamp.by,
      at: atOf(stamp),
      ...why,
    },
  );
}
