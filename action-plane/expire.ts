import type { Action } from '../contract/rows/action.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { bound, moveAction, moveTask } from './states.ts';
import { subjectIn, type Subject } from './subject.ts';

/**
 * Returns true if the deadline of the Task has passed, or if the state machine has waited the maximum number of times.
 */
export const due = (task: Task, waits: number, atMillis: number): boolean =>
  atMillis >= Date.parse(task.dueAt) || waits >= bound;

/** Ends a Task that nobody decided, and its Action. The Decision has a kind of its own, because it is not a denial. */
export function expire({ action, task }: Subject, stamp: Stamp): Transition {
  const id = decisionId('approval.expired', task.id);
  const reason = stamp.atMillis >= Date.parse(task.dueAt) ? 'task.due' : 'task.waits_exhausted';
  const waits = action?.state === 'staged' || action?.state === 'pending';
  return decisionOf(
    { stamp, seen: action ?? task },
    {
      ...(action && waits
        ? { action: { from: action, to: moveAction(action, 'expired', { taskId: task.id, decisionId: id, reason }) } }
        : {}),
      task: { from: task, to: moveTask(task, 'expired', { reason }) },
    },
    { id, kind: 'approval.expired', ...subjectIn(task), taskId: task.id, by: stamp.by, at: atOf(stamp), reason },
  );
}

/** Returns true if the instant `stagedUntil` of the Action is reached and nobody has decided the Action. */
export const forgotten = ({ state, stagedUntil }: Action, atMillis: number): boolean =>
  (state === 'staged' || state === 'pending') && atMillis >= Date.parse(stagedUntil);

/**
 * Ends an Action whose approval nobody requested in time. If the Action has a Task, the execution that carries this
 * Task should have ended both. If that execution was stopped, the Task and the Action end here: a Task is never due
 * later than its Action.
 */
export function expireStaged(action: Action, task: Task | undefined, stamp: Stamp): Transition {
  if (task?.state === 'requested' || task?.state === 'open') return expire({ action, task }, stamp);
  const id = decisionId('action.expired', action.id);
  const reason = 'staged.forgotten';
  return decisionOf(
    { stamp, seen: action },
    { action: { from: action, to: moveAction(action, 'expired', { decisionId: id, reason }) } },
    { id, kind: 'action.expired', actionId: action.id, by: stamp.by, at: atOf(stamp), reason },
  );
}
