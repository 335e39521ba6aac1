import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';
import { bound } from './states.ts';

/** What a state machine is told: ids, and which state comes next. Never a value, never a token. */
export interface ApprovalStep {
  readonly taskId: string;
  /** Empty where the Task asks for no Action: a state machine cannot read a member that is not there. */
  readonly actionId: string;
  /** Names the execution. */
  readonly generation: number;
  readonly next: 'verify' | 'wait' | 'expire' | 'commit' | 'end';
  /** The number of the wait that comes next. */
  readonly wait: number;
  /** Until the deadline; at least 1. */
  readonly timeoutSeconds: number;
  /** Before what the Action relies on is read again: a tenth of the time since the request, 60 to 3600 s. */
  readonly pauseSeconds: number;
}

/**
 * The rows decide what comes next, never what an execution remembers.
 * @param waits how many waits the Task has had
 * @param action tells, where it is at hand, whether a commit has taken up what was granted
 */
export function approvalStep(
  { task, action }: { readonly task: Task; readonly action?: Action | undefined },
  waits: number,
  atMillis: number,
): ApprovalStep {
  const left = Date.parse(task.dueAt) - atMillis;
  const isDue = left <= 0 || waits >= bound;
  const nexts: Readonly<Record<Task['state'], ApprovalStep['next']>> = {
    requested: isDue ? 'expire' : 'verify',
    open: isDue ? 'expire' : 'wait',
    granted: task.actionId !== undefined && (action === undefined || action.state === 'approved') ? 'commit' : 'end',
    denied: 'end',
    expired: 'end',
    withdrawn: 'end',
    void: 'end',
  };
  return {
    taskId: task.id,
    actionId: task.actionId ?? '',
    generation: generationOf(task),
    next: nexts[task.state],
    wait: waits + 1,
    timeoutSeconds: Math.max(1, Math.ceil(left / 1000)),
    pauseSeconds: pauseSeconds(task, atMillis),
  };
}

/** A target that stays away for 30 days is read about 800 times, which fits the history of one execution. */
function pauseSeconds({ requestedAt, dueAt }: Task, atMillis: number): number {
  const left = Math.max(1, Math.ceil((Date.parse(dueAt) - atMillis) / 1000));
  const grown = Math.floor((atMillis - Date.parse(requestedAt)) / 10_000);
  return Math.min(left, Math.min(3600, Math.max(60, grown)));
}

/** Rises with each start that may be wanted again, so that an execution's name says which one it is. */
export const generationOf = ({ round, version }: Pick<Task, 'round' | 'version'>): number =>
  (round - 1) * 1000 + version;

export interface CommitStep {
  readonly actionId: string;
  readonly generation: number;
  readonly next: 'send' | 'reconcile' | 'resolve' | 'end';
  /** Before the next step; 0 at an end. */
  readonly waitSeconds: number;
}

/**
 * @param settlesWithinMillis of the SoR file; undefined where the SoR promises nothing or a change cannot be looked up:
 * then only a human may say what became of it
 */
export function commitStep(
  action: Action,
  generation: number,
  { settlesWithinMillis, atMillis }: { readonly settlesWithinMillis: number | undefined; readonly atMillis: number },
): CommitStep {
  const step = (next: CommitStep['next'], untilMillis = atMillis): CommitStep => ({
    actionId: action.id,
    generation,
    next,
    waitSeconds: Math.max(0, Math.ceil((untilMillis - atMillis) / 1000)),
  });
  const leaseEnd = action.lease?.untilMillis ?? atMillis;
  if (action.state === 'approved') return step('send', atMillis + pauseMillis(action.attempts));
  if (action.state === 'committing') return step('send', leaseEnd);
  if (action.state !== 'outcome_unknown') return step('end');
  if (settlesWithinMillis === undefined || isOperators(action, settlesWithinMillis)) return step('resolve');
  return step('reconcile', Math.max(leaseEnd + settlesWithinMillis, atMillis + pauseMillis(action.reconciliations)));
}

export const nothingToSend = (generation: number): CommitStep => ({
  actionId: '',
  generation,
  next: 'end',
  waitSeconds: 0,
});

/** Whether only an operator can say what became of the change: the SoR is blind, or has been asked as often as it may. */
export const isOperators = (
  { state, reconciliations }: Pick<Action, 'state' | 'reconciliations'>,
  settlesWithinMillis: number | undefined,
): boolean => state === 'outcome_unknown' && (settlesWithinMillis === undefined || reconciliations >= bound);

/** 0, 2, 4, 8, … 300 s before the n-th try again. */
const pauseMillis = (tries: number): number => (tries === 0 ? 0 : Math.min(300, 2 ** tries) * 1000);
