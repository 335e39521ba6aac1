import type { Action } from '../contract/rows/action.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { SorAnswer } from '../contract/ports.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { settlesWithin, verdictOnAbsence, type SendVerdict } from './answer.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { moveAction } from './states.ts';
import { lagsBehind } from './target.ts';
import { voided } from './void.ts';

/** The answer to a lookup of a change, the SoR that gave it, and the time at which the lookup was sent. */
interface AnsweredLookup {
  readonly answer: SorAnswer;
  readonly sor: HttpSor;
  readonly askedAtMillis: number;
}

/**
 * Returns true if a change that is missing now can no longer arrive. This is true as soon as the lease has ended and
 * `settlesWithin` has passed since.
 */
export const settled = ({ lease }: Action, sor: HttpSor, atMillis: number): boolean => {
  const settles = settlesWithin(sor);
  return settles !== undefined && atMillis >= (lease?.untilMillis ?? 0) + settles;
};

/**
 * Returns the transition after a lookup of the change by our reference. If the change is found, the Action is
 * committed. If it is missing after the SoR has settled, it is proved absent. Any other answer says nothing and is only
 * counted.
 */
export function reconcile(action: Action, { answer, sor, askedAtMillis }: AnsweredLookup, stamp: Stamp): Transition {
  const { to, reason = to } = verdict(action, { answer, sor, askedAtMillis });
  const status = answer.kind === 'answer' ? answer.status : 0;
  const counted = { reconciliations: action.reconciliations + 1 };
  if (to === 'voided') return voided({ action: { ...action, ...counted } }, reason, stamp);
  const next = moveAction(action, to, {
    ...counted,
    ...(to === 'committed' ? { sorReceipt: { status, at: atOf(stamp) } } : { reason }),
  });
  return transitionOf({ stamp, seen: action }, { action: { from: action, to: next } }, reason);
}

function verdict(action: Action, { answer, sor, askedAtMillis }: AnsweredLookup): SendVerdict {
  if (answer.kind === 'unavailable') return { to: 'outcome_unknown', reason: answer.reason };
  if (answer.status === 200) return { to: 'committed', reason: 'change.found' };
  const absent = answer.status === 404 && !lagsBehind(answer.headers, sor) && settled(action, sor, askedAtMillis);
  return absent ? verdictOnAbsence(action) : { to: 'outcome_unknown', reason: `sor.answered_${answer.status}` };
}
