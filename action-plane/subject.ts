import type { Action } from '../contract/rows/action.ts';
import type { Decision, Task } from '../contract/rows/task.ts';

/**
 * A Task, and the Action for which it requests approval. `action` is absent if the subject is a validation or
 * classification by an agent.
 */
export interface Subject {
  readonly action?: Action;
  readonly task: Task;
}

/** A Task whose subject is an Action. */
export interface ActionSubject extends Subject {
  readonly action: Action;
}

/** Returns the members of a Decision that name its subject. */
export const subjectIn = ({ actionId, decision }: Task): Pick<Decision, 'actionId' | 'subject'> => ({
  ...(actionId === undefined ? {} : { actionId }),
  ...(decision === undefined ? {} : { subject: decision.eventId }),
});
