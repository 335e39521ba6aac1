import type { Action, ActionState } from '../contract/rows/action.ts';
import type { Task, TaskState } from '../contract/rows/task.ts';

/** Sends, waits and reconciliations of one Action. */
export const bound = 64;

type Owner =
  | 'requester'
  | 'approval-verify'
  | 'queue'
  | 'commit-send'
  | 'commit-reconcile'
  /** Nobody: the state is an end. */
  | 'none';

export interface StateRow<S extends string> {
  readonly next: readonly S[];
  /** Who takes the next step. */
  readonly owner: Owner;
  readonly step: string;
  /** How it is known when the state must have been left. */
  readonly deadline: string;
}

const end = { owner: 'none', step: 'none', deadline: 'none' } as const;

/** Every state of an Action: what may follow, who owns it, the next step, and what ends it. What is not here is refused. */
export const actionStateTable: Readonly<Record<ActionState, StateRow<ActionState>>> = {
  staged: {
    next: ['pending', 'cancelled', 'expired', 'voided'],
    owner: 'requester',
    step: 'request approval; then the target is read again and the Task opened',
    deadline: 'stagedUntil; with a Task, its dueAt',
  },
  pending: {
    next: ['approved', 'denied', 'cancelled', 'expired', 'voided'],
    owner: 'queue',
    step: 'decide the Task',
    deadline: 'dueAt of the Task',
  },
  approved: {
    next: ['committing', 'cancelled', 'voided'],
    owner: 'commit-send',
    step: 'check the grant, claim and send',
    deadline: `a pause of at most 300 s, at most ${bound} sends`,
  },
  committing: {
    next: ['committed', 'failed', 'approved', 'outcome_unknown', 'voided'],
    owner: 'commit-send',
    step: 'record what the system of record answered',
    deadline: 'the end of the lease',
  },
  outcome_unknown: {
    // To itself: a reconciliation that told nothing is counted.
    // `staged`: an operator has found that it did not arrive.
    next: ['committed', 'failed', 'approved', 'outcome_unknown', 'voided', 'staged'],
    owner: 'commit-reconcile',
    step: 'look the change up by our reference',
    deadline: `the end of the lease and settlesWithin, at most ${bound} times; then an operator resolves it`,
  },
  // To itself: its compensation was staged.
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
    // To itself: a grant that does not fill the quorum.
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

/** The row in its next state, one version on. A lease outlives only what waits for it; a reason is of one state alone. */
export function moveAction(from: Action, to: ActionState, changes: Changes<Action> = {}): Action {
  mustFollow(actionStateTable, from.state, to);
  const { lease, reason: _past, sorReceipt, ...others } = from;
  // What was answered to an earlier send says nothing of the next one.
  const kept = to === 'committing' || sorReceipt === undefined ? others : { ...others, sorReceipt };
  const held = to === 'outcome_unknown' && lease !== undefined ? { lease } : {};
  return { ...kept, ...held, ...changes, state: to, version: from.version + 1 };
}

export function moveTask(from: Task, to: TaskState, changes: Changes<Task> = {}): Task {
  mustFollow(taskStateTable, from.state, to);
  return { ...from, ...changes, state: to, version: from.version + 1 };
}

function mustFollow<S extends string>(table: Readonly<Record<S, StateRow<S>>>, from: S, to: S): void {
  if (!table[from].next.includes(to)) throw new IllegalTransition(`${from} is not followed by ${to}`);
}

export const ended = (row: Action | Task): boolean =>
  ('quorum' in row ? taskStateTable[row.state] : actionStateTable[row.state]).owner === 'none';
