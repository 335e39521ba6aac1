import type { Transition } from '../contract/rows/action-plane-store.ts';
import { transitionOf, type Stamp } from './stamp.ts';
import { moveAction, moveTask } from './states.ts';
import type { ActionSubject, Subject } from './subject.ts';
import type { TargetSeen } from './target.ts';
import { voided } from './void.ts';

type Seen = Exclude<TargetSeen, { seen: 'unknown' }>;

/**
 * Returns the transition after the records were read again. If they are unchanged, the Task opens. Otherwise Task and
 * Action become void, and nothing is sent.
 */
export function verify({ action, task }: ActionSubject, target: Seen, stamp: Stamp): Transition {
  if (action.state !== 'staged') {
    // The Action left `staged` before its Task was checked, so there is nothing to decide.
    const reason = `action.${action.state}`;
    return transitionOf(
      { stamp, seen: action },
      { task: { from: task, to: moveTask(task, 'void', { reason }) } },
      reason,
    );
  }
  if (target.seen === 'changed') return voided({ action, task }, target.reason, stamp);
  return transitionOf(
    { stamp, seen: action },
    {
      action: { from: action, to: moveAction(action, 'pending', { taskId: task.id }) },
      task: { from: task, to: moveTask(task, 'open') },
    },
  );
}

/**
 * Opens a Task whose subject is a validation or classification. The recorded result of the subject cannot change, so
 * nothing is read again.
 */
export const openDecision = ({ task }: Subject, stamp: Stamp): Transition =>
  transitionOf({ stamp, seen: task }, { task: { from: task, to: moveTask(task, 'open') } });
