import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';

/** An Action and the Task that asks for its approval, as read. */
export interface Subject {
  readonly action: Action;
  readonly task: Task;
}
