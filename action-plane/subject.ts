import type { Action } from '../contract/action.ts';
import type { Task } from '../contract/task.ts';

/** An Action and the Task that asks for its approval, as read. */
export interface Subject {
  readonly action: Action;
  readonly task: Task;
}
