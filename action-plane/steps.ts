import type { Action } from '../contract/rows/action.ts';
import type { Task } from '../contract/rows/task.ts';
import { bound } from './states.ts';
import { warningMillis } from './warn.ts';

/**
 * The answer of a function to the approval machine: ids, and the state that comes next. It contains no value and no
 * token.
 */
export interface ApprovalStep {
  readonly taskId: string;
  /**
   * The id of the Action. Empty if the subject of the Task is not an Action, because a state machine cannot read a
   * missing member.
   */
  readonly actionId: string;
  /** A part of the execution's name. */
  readonly generation: number;
  readonly next: 'verify' | 'wait' | 'expire' | 'commit' | 'end' | 'restart';
  /** The number of the next wait. */
  readonly wait: number;
  /** The time until the warning or, if the Task has no warning before it, until the deadline; at least 1. */
  readonly timeoutSeconds: number;
  /** The pause before the records are read again: a tenth of the time since the request, from 60 to 3600 s. */
  readonly pauseSeconds: number;
  /** The pause before the next execution begins, if `next` is `restart`. */
  readonly waitSeconds: number;
}

/**
 * Returns the next step of the approval machine. It depends only on the rows, and not on what an execution has done
 * before. If the Action is given and its commit has ended, nothing is left to do.
 * @param waits the number of waits that the Task has had
 */
export function approvalStep(
  { task, action }: { readonly task: Task; readonly action?: Action | undefined },
  waits: number,
  atMillis: number,
): ApprovalStep {
  const left = Date.parse(task.dueAt) - atMillis;
  const untilWarning = (warningMillis(task) ?? Infinity) - atMillis;
  const isDue = left <= 0 || waits >= bound;
  const nexts: Readonly<Record<Task['state'], ApprovalStep['next']>> = {
    requested: isDue ? 'expire' : 'verify',
    open: isDue ? 'expire' : 'wait',
    granted: task.actionId !== undefined && (action === undefined || beforeItsEnd(action)) ? 'commit' : 'end',
    denied: 'end',
    expired: 'end',
    withdrawn: 'end',
    void: 'end',
  };
  const pause = pauseSeconds(task, atMillis);
  return {
    taskId: task.id,
    actionId: task.actionId ?? '',
    generation: generationOf(task),
    next: nexts[task.state],
    wait: waits + 1,
    timeoutSeconds: Math.max(1, Math.ceil(Math.min(left, untilWarning) / 1000)),
    pauseSeconds: pause,
    waitSeconds: task.state === 'requested' ? pause : 0,
  };
}

/**
 * Returns true if the commit has not ended. A restarted execution begins with `Verify`, so it must also continue a
 * commit that has begun.
 */
const beforeItsEnd = ({ state }: Action): boolean =>
  state === 'approved' || state === 'committing' || state === 'outcome_unknown';

/** Returns the pause before the records are read again. Within 30 days, an unreachable target is read about 800 times. */
function pauseSeconds({ requestedAt, dueAt }: Task, atMillis: number): number {
  const left = Math.max(1, Math.ceil((Date.parse(dueAt) - atMillis) / 1000));
  const grown = Math.floor((atMillis - Date.parse(requestedAt)) / 10_000);
  return Math.min(left, Math.min(3600, Math.max(60, grown)));
}

/**
 * Returns a number that rises whenever a new execution for the Task may be needed. The name of an execution contains
 * it, so each needed start has its own name.
 */
export const generationOf = ({ round, version }: Pick<Task, 'round' | 'version'>): number =>
  (round - 1) * 1000 + version;

export interface CommitStep {
  readonly actionId: string;
  readonly generation: number;
  readonly next: 'send' | 'reconcile' | 'resolve' | 'end' | 'restart';
  /** The seconds before the next step; 0 at an end. */
  readonly waitSeconds: number;
}

/**
 * Returns the next step of the commit machine.
 * @param settlesWithinMillis from the SoR file. Undefined if the SoR promises no time, or cannot look a change up. Then
 * only an operator can resolve an unknown outcome.
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
  if (action.state === 'approved')
    return step('send', atMillis + (holdPauseMillis(action, atMillis) ?? pauseMillis(action.attempts)));
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

/**
 * Returns true if only an operator can find out what happened to the change, because the SoR is blind or was asked the
 * maximum number of times.
 */
export const isOperators = (
  { state, reconciliations }: Pick<Action, 'state' | 'reconciliations'>,
  settlesWithinMillis: number | undefined,
): boolean => state === 'outcome_unknown' && (settlesWithinMillis === undefined || reconciliations >= bound);

/**
 * Returns the pause before a held Action is checked again: a tenth of the time that it has been held, from 5 to 60 s.
 * Undefined if the Action is not held.
 */
function holdPauseMillis({ hold }: Action, atMillis: number): number | undefined {
  if (hold === undefined) return undefined;
  const left = Math.max(1000, Date.parse(hold.until) - atMillis);
  return Math.min(left, 60_000, Math.max(5000, (atMillis - Date.parse(hold.since)) / 10));
}

/** Returns the pause before the n-th retry: 0, 2, 4, 8, … at most 300 s. */
const pauseMillis = (tries: number): number => (tries === 0 ? 0 : Math.min(300, 2 ** tries) * 1000);
