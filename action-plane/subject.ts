import type { Action } from '../contract/rows/action.ts';
import type { Decision, Task } from '../contract/rows/task.ts';

/** A Task as read, and the Action whose approval it asks for: none where an agent's Decision is its subject. */
export interface Subject {
  readonly action?: Action;
  readonly task: Task;
}

/** A Task whose subject is an Action. */
export interface ActionSubject extends Subject {
  readonly action: Action;
}

/** How a Decision names what it decides. */
export const subjectIn = ({ actionId, decision }: Task): Pick<Decision, 'actionId' | 'subject'> => ({
  ...(actionId === undefined ? {} : { actionId }),
  ...(decision === undefined ? {} : { subject: decision.eventId }),
});
