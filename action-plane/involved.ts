import { agentIn, type Involved } from '../contract/authority/suspension.ts';
import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';

/** Returns everything on which an Action relies, and which an operator may suspend. */
export const involvedInAction = (action: Action, task: Pick<Task, 'queue'> | undefined): Involved => ({
  ...agentIn(action.requester),
  tool: { id: action.tool, version: action.toolVersion },
  kinds: [action.kind],
  queues: task === undefined ? action.approval.queues : [task.queue],
  sors: sorsOf(action),
});

/** Returns the systems of record of the target and of the other records that the Action relies on. */
export const sorsOf = ({ target, lookups = {} }: Pick<Action, 'target' | 'lookups'>): readonly string[] => [
  ...new Set([target, ...Object.values(lookups)].map(({ sor }) => sor)),
];

/** Returns everything on which a Task without an Action relies. */
export const involvedInTask = ({ queue, requestedBy, decision }: Task): Involved => ({
  ...agentIn(requestedBy),
  tool: decision && { id: decision.tool, version: decision.version },
  queues: [queue],
});
