import type { Action } from '../rows/action.ts';
import type { Actor, Caller } from './identity.ts';
import type { Run } from '../rows/run.ts';
import type { Task } from '../rows/task.ts';

/**
 * Groups of the user pool that the platform itself knows: operators resolve what is stuck, auditors read the audit log.
 */
export const operatorGroup = 'operators';
export const auditorGroup = 'auditors';

/** Read permissions. Everybody else gets a 404. */
export const reads = {
  /** Allowed for its requester, the members of its queues, and operators. @param groups of the queues that decide it */
  Action: (caller: Caller, action: Action, groups: readonly string[]): boolean =>
    isSame(caller, action.requester) || isMember(caller, groups) || isMember(caller, [operatorGroup]),
  /** True for a caller who may withdraw an Action or ask to undo it. */
  OwnAction: (caller: Caller, action: Action): boolean => isSame(caller, action.requester),
  /** True for a caller who may state what became of a change with an unknown outcome. */
  Unresolved: (caller: Caller): boolean => isMember(caller, [operatorGroup]),
  Task: (caller: Caller, task: Pick<Task, 'groups'>): boolean => isMember(caller, task.groups),
  Run: (caller: Caller, run: Run): boolean => isSame(caller, run.owner),
  Audit: (caller: Caller): boolean => isMember(caller, [auditorGroup]),
} as const;

const isSame = (caller: Caller, actor: Actor): boolean => caller.kind === actor.kind && caller.id === actor.id;

/** An agent is a member of no group, whatever its token says. */
const isMember = (caller: Caller, groups: readonly string[]): boolean =>
  caller.kind === 'human' && groups.some((group) => caller.groups.includes(group));
