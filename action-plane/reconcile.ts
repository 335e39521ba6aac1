import type { Action } from '../contract/rows/action.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { SorAnswer } from '../contract/ports.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { settlesWithin, verdictOnAbsence, type SendVerdict } from './answer.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { moveAction } from './states.ts';
import { lagsBehind } from './target.ts';
import { voided } from './void.ts';

/** What the SoR answered when it was asked for the change, and when it was asked. */
interface AnsweredLookup {
  readonly answer: SorAnswer;
  readonly sor: HttpSor;
  readonly askedAtMillis: number;
}

/** Whether an absence seen now proves that the change will not come any more: after lease end and `settlesWithin`. */
export const settled = ({ lease }: Action, sor: HttpSor, atMillis: number): boolean => {
  const settles = settlesWithin(sor);
  return settles !== undefined && atMillis >= (lease?.untilMillis ?? 0) + settles;
};

/**
 * What a lookup by our reference makes of an Action whose outcome is not known. Found is committed. Not found, once the
 * SoR has settled, proves that the change is absent. Anything else tells nothing and is counted.
 * @param askedAtMillis when the lookup was sent
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
