import type { Actor } from '../authority/identity.ts';
import type { Hash } from '../values/canonical.ts';
import type { Action, ActionState } from './action.ts';
import type { Task, TaskState } from './task.ts';

/** A part of a list: the rows after a place, and before an instant. */
interface Part {
  /** The place of the last row that was read before. */
  readonly after?: string;
  /** ISO 8601. Only rows whose deadline (Task) or staging (Action) is before this instant are read. */
  readonly below?: string;
  readonly limit: number;
}

export interface TaskPart extends Part {
  readonly of: { readonly queues: readonly string[] } | { readonly requester: Actor };
  readonly states: readonly TaskState[];
}

export interface ActionPart extends Part {
  /** Only the Actions of this requester. @default the Actions of all requesters */
  readonly requester?: Actor;
  readonly states: readonly ActionState[];
}

export interface Listed<Row> {
  /** The rows in the order of their places. Each place is unique and does not change. */
  readonly rows: readonly { readonly row: Row; readonly place: string }[];
  /** The place up to which the list is complete. Undefined if no more rows follow. */
  readonly next?: string;
}

/**
 * Reads lists of rows through indexes. A list follows a change within about a second. The rows themselves are read
 * again, so a row is shown as it is now. A row that has the given states throughout the reading of all parts is in
 * exactly one part.
 */
export interface RowLists {
  /** Lists Tasks, the earliest deadline first. @throws Failure `dependency.unavailable` */
  tasks(part: TaskPart): Promise<Listed<Task>>;
  /** Lists the Tasks of a queue that can still be decided, as the index shows them. @throws Failure `dependency.unavailable` */
  waiting(queue: string, limit: number): Promise<readonly Task[]>;
  /** Lists Actions, the one first that was staged first. @throws Failure `dependency.unavailable` */
  actions(part: ActionPart): Promise<Listed<Action>>;
  /** Reads the Actions of Tasks, in the order of the Tasks. @throws Failure `dependency.unavailable` */
  actionsOf(tasks: readonly Task[]): Promise<readonly (Action | undefined)[]>;
  /** Reads the Tasks of the present rounds of Actions, in the order of the Actions. @throws Failure `dependency.unavailable` */
  tasksOf(actions: readonly Action[]): Promise<readonly (Task | undefined)[]>;
  /**
   * Reads the texts of payloads and cases by their hashes. Undefined for a text that was erased or is missing.
   * @throws Failure `dependency.unavailable`
   */
  texts(hashes: readonly Hash[]): Promise<readonly (string | undefined)[]>;
}
