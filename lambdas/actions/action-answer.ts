import { actionStateTable } from '../../action-plane/states.ts';
import type { Action } from '../../contract/rows/action.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import type { Task } from '../../contract/rows/task.ts';

/**
 * Returns an Action in the form of an answer: its state, who must act next and until when, its approvals, and the SoR's
 * answer.
 * @param operators true if only an operator can find out whether the change arrived
 */
export const actionAnswer = (action: Action, task: Task | undefined, operators: boolean) => ({
  ...viewOfAction(action),
  requester: action.requester,
  runId: action.runId,
  purpose: action.purpose,
  reason: action.reason,
  decisionId: action.decisionId,
  next: nextStep(action, task, operators),
  approvals: task && approvalsOf(task),
  receipt: action.sorReceipt,
  attempts: action.attempts,
  reconciliations: action.reconciliations,
});

export const approvalsOf = (task: Task) => ({
  taskId: task.id,
  queue: task.queue,
  state: task.state,
  quorum: task.quorum,
  grants: task.grants.map(({ decisionId }) => decisionId),
  dueAt: task.dueAt,
});

/**
 * Returns who must act next, what they do and until when. Null if the Action has ended.
 * @param operators true if only an operator can find out whether the change arrived
 */
export const nextStep = (action: Action, task: Task | undefined, operators: boolean) =>
  operators ? byOperator : nextOf(action, task);

/** The next step if only an operator can take it. */
const byOperator = {
  owner: 'operators',
  step: 'find out at the system of record if the change arrived, and resolve the Action',
  deadline: 'none; nothing is sent until an operator resolves the Action',
};

function nextOf(action: Action, task: Task | undefined) {
  const { owner, step, deadline } = actionStateTable[action.state];
  const by = action.state === 'staged' && task?.state === 'requested' ? 'approval-verify' : owner;
  const until = deadlineOf(action, task);
  return owner === 'none' ? null : { owner: by, step, deadline, ...(until === undefined ? {} : { until }) };
}

function deadlineOf({ state, stagedUntil, lease, hold }: Action, task: Task | undefined): string | undefined {
  if (state === 'staged') return task?.dueAt ?? stagedUntil;
  if (state === 'pending') return task?.dueAt;
  if (hold !== undefined) return hold.until;
  return lease && new Date(lease.untilMillis).toISOString();
}
