import type { Action } from '../rows/action.ts';
import type { Actor, Caller } from './identity.ts';
import type { Run } from '../rows/run.ts';
import type { Task } from '../rows/task.ts';

/**
 * Groups of the user pool that have a meaning for the platform itself. Operators resolve unknown outcomes; auditors
 * read the audit log, and each Action, Task and run for whose markings they are cleared.
 */
export const operatorGroup = 'operators';
export const auditorGroup = 'auditors';

/** Checks whether a caller may read a row, or act on it. A caller who may not gets a 404. */
export const reads = {
  /**
   * Returns true for the requester of the Action, the members of its queues, operators, and auditors.
   * @param groups the groups of the queues that decide the Action
   */
  Action: (caller: Caller, action: Action, groups: readonly string[]): boolean =>
    isSame(caller, action.requester) || isMember(caller, [...groups, operatorGroup, auditorGroup]),
  /** Returns true for a caller who may list the Actions of all requesters. */
  AllActions: (caller: Caller): boolean => isMember(caller, [operatorGroup, auditorGroup]),
  /** Returns true for a caller who may withdraw the Action or ask to undo it. */
  OwnAction: (caller: Caller, action: Action): boolean => isSame(caller, action.requester),
  /** Returns true for a caller who may report the outcome of a change whose outcome is unknown. */
  Unresolved: (caller: Caller): boolean => isMember(caller, [operatorGroup]),
  /** Returns true for a caller who may decide the Task. */
  Task: (caller: Caller, task: Pick<Task, 'groups'>): boolean => isMember(caller, task.groups),
  /** Returns true for a caller who may read the case of the Task, and for an auditor, who may not decide it. */
  TaskCase: (caller: Caller, task: Pick<Task, 'groups'>): boolean => isMember(caller, [...task.groups, auditorGroup]),
  /** Returns true for a caller who may withdraw the Task. */
  OwnTask: (caller: Caller, task: Task): boolean => isSame(caller, task.requestedBy),
  /** Returns true for a caller who may make calls in the run. */
  Run: (caller: Caller, run: Run): boolean => isSame(caller, run.owner),
  /** Returns true for a caller who may read the run and its timeline. */
  RunTimeline: (caller: Caller, run: Run): boolean => isSame(caller, run.owner) || isMember(caller, [auditorGroup]),
  Audit: (caller: Caller): boolean => isMember(caller, [auditorGroup]),
} as const;

const isSame = (caller: Caller, actor: Actor): boolean => caller.kind === actor.kind && caller.id === actor.id;

/** An agent is not a member of any group, even if its token contains groups. */
const isMember = (caller: Caller, groups: readonly string[]): boolean =>
  caller.kind === 'human' && groups.some((group) => caller.groups.includes(group));
