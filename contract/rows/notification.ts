import type { ActionState } from './action.ts';
import type { TaskState } from './task.ts';

/**
 * The content of a message about one transition of an Action or of a Task: ids, states, and names of the release. It
 * contains no value, no reason and no login. A receiver must sign in to see more.
 */
export interface Notification {
  /** The same for each delivery of the same transition, so that a receiver can drop repetitions. */
  readonly id: string;
  /** The instant of the transition; ISO 8601, UTC. */
  readonly at: string;
  readonly event: NotifiedEvent;
  /** The state before the transition. Absent for a row that is new. */
  readonly from?: string;
  readonly to: string;
  /** The action kind. If the Task is about a validation or classification: the tool that made it. */
  readonly kind: string;
  /** The queue of the Task. Absent as long as the Action has no Task. */
  readonly queue?: string;
  readonly actionId?: string;
  readonly taskId?: string;
}

/**
 * The row that changed and its new state. It ends in `.again` if the row changed but its state did not. `task.warned`
 * says that the deadline of an open Task is near.
 */
export type NotifiedEvent = 'task.warned' | `action.${ActionState}${Again}` | `task.${TaskState}${Again}`;
type Again = '' | '.again';
