import type { Action, ActionState } from '../contract/rows/action.ts';
import type { Task, TaskState } from '../contract/rows/task.ts';

/** The largest number of sends, of waits, and of reconciliations of one Action. */
export const bound = 64;

type Owner =
  | 'requester'
  | 'approval-verify'
  | 'queue'
  | 'commit-send'
  | 'commit-reconcile'
  /** The state is an end, so nobody has to act. */
  | 'none';

export interface StateRow<S extends string> {
  readonly next: readonly S[];
  /** The function or the people who take the next step. */
  readonly owner: Owner;
  readonly step: string;
  /** The time or the limit by which the row must have left the state. */
  readonly deadline: string;
}

const end = { owner: 'none', step: 'none', deadline: 'none' } as const;

/**
 * All states of an Action: the states that may follow, the owner, the next step, and the deadline. Any other transition
 * is refused.
 */
export const actionStateTable: Readonly<Record<ActionState, StateRow<ActionState>>> = {
  staged: {
    next: ['pending', 'cancelled', 'expired', 'voided'],
    owner: 'requester',
    step: 'request approval; then the platform reads the target again and opens the Task',
    deadline: 'stagedUntil, or dueAt of the Task as soon as there is one',
  },
  pending: {
    next: ['approved', 'denied', 'cancelled', 'expired', 'voided'],
    owner: 'queue',
    step: 'decide the Task',
    deadline: 'dueAt of the Task',
  },
  approved: {
    // `approved` follows itself when something that the Action relies on is suspended.
    next: ['approved', 'committing', 'cancelled', 'voided'],
    owner: 'commit-send',
    step: 'check the grant, claim the Action and send the change',
    deadline: `at most ${bound} sends, with pauses of at most 300 s; if it is held, the end of the hold`,
  },
  committing: {
    next: ['committed', 'failed', 'approved', 'outcome_unknown', 'voided'],
    owner: 'commit-send',
    step: 'record the answer of the system of record',
    deadline: 'the end of the lease',
  },
  outcome_unknown: {
    // `outcome_unknown` follows itself when a lookup says nothing; the attempt is counted. `staged` follows if an
    // operator reports that the change did not arrive.
    next: ['committed', 'failed', 'approved', 'outcome_unknown', 'voided', 'staged'],
    owner: 'commit-reconcile',
    step: "look the change up in the system of record by the Action's id",
    deadline: `the end of the lease plus settlesWithin, for at most ${bound} lookups; then an operator resolves the outcome`,
  },
  // `committed` follows itself when a compensation of the Action is staged.
  committed: { ...end, next: ['committed', 'compensated'] },
  failed: { ...end, next: [] },
  compensated: { ...end, next: [] },
  cancelled: { ...end, next: [] },
  expired: { ...end, next: [] },
  denied: { ...end, next: [] },
  voided: { ...end, next: [] },
};

export const taskStateTable: Readonly<Record<TaskState, StateRow<TaskState>>> = {
  requested: {
    next: ['open', 'expired', 'withdrawn', 'void'],
    owner: 'approval-verify',
    step: 'read the target again and open the Task',
    deadline: 'dueAt',
  },
  open: {
    // `open` follows itself after a grant that does not fill the quorum, when the Task gets another queue,
    // and when it is warned about.
    next: ['open', 'granted', 'denied', 'expired', 'withdrawn', 'void'],
    owner: 'queue',
    step: 'grant or deny',
    deadline: 'dueAt',
  },
  granted: { ...end, next: [] },
  denied: { ...end, next: [] },
  expired: { ...end, next: [] },
  withdrawn: { ...end, next: [] },
  void: { ...end, next: [] },
};

export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
}

type Changes<Row> = Partial<Omit<Row, 'id' | 'state' | 'version'>>;

/**
 * Returns the row in its next state, with a version that is one higher. The lease is kept only for `outcome_unknown`.
 * The reason and the hold of the old state are dropped.
 */
export function moveAction(from: Action, to: ActionState, changes: Changes<Action> = {}): Action {
  mustFollow(actionStateTable, from.state, to);
  const { lease, reason: _past, hold: _ended, sorReceipt, ...others } = from;
  // The answer to an earlier send says nothing about the next send.
  const kept = to === 'committing' || sorReceipt === undefined ? others : { ...others, sorReceipt };
  const held = to === 'outcome_unknown' && lease !== undefined ? { lease } : {};
  return { ...kept, ...held, ...changes, state: to, version: from.version + 1 };
}

export function moveTask(from: Task, to: TaskState, changes: Changes<Task> = {}): Task {
  mustFollow(taskStateTable, from.state, to);
  return { ...from, ...changes, state: to, version: from.version + 1 };
}

function mustFollow<S extends string>(table: Readonly<Record<S, StateRow<S>>>, from: S, to: S): void {
  if (!table[from].next.includes(to))
    throw new IllegalTransition(`an Action or a Task cannot change from ${from} to ${to}`);
}

export const ended = (row: Action | Task): boolean =>
  ('quorum' in row ? taskStateTable[row.state] : actionStateTable[row.state]).owner === 'none';
