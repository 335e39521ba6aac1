import type { Action } from '../contract/rows/action.ts';
import type { Sor } from '../contract/artefacts/artefacts.ts';
import type { SorAnswer } from '../contract/ports.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { settlesWithin } from './answer.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { bound, moveAction } from './states.ts';
import { lagsBehind } from './target.ts';

/** Whether an absence seen now proves that the change will not come any more: after lease end and `settlesWithin`. */
export const settled = ({ lease }: Action, sor: Sor, atMillis: number): boolean => {
  const settles = settlesWithin(sor);
  return settles !== undefined && atMillis >= (lease?.untilMillis ?? 0) + settles;
};

/**
 * What a lookup by our reference makes of an Action whose outcome is not known: found is committed; not found, once the
 * SoR has settled, is proved absent and may be sent again. Anything else tells nothing and is counted.
 * @param askedAtMillis when the lookup was sent
 */
export function reconcile(
  action: Action,
  answer: SorAnswer,
  sor: Sor,
  askedAtMillis: number,
  stamp: Stamp,
): Transition {
  const { to, reason } = verdict(action, answer, sor, askedAtMillis);
  const status = answer.kind === 'answer' ? answer.status : 0;
  const next = moveAction(action, to, {
    reconciliations: action.reconciliations + 1,
    ...(to === 'committed' ? { sorReceipt: { status, at: atOf(stamp) } } : { reason }),
  });
  return transitionOf(stamp, action, { action: { from: action, to: next } }, reason);
}

function verdict(
  action: Action,
  answer: SorAnswer,
  sor: Sor,
  askedAtMillis: number,
): { readonly to: 'committed' | 'approved' | 'failed' | 'outcome_unknown'; readonly reason: string } {
  if (answer.kind === 'unavailable') return { to: 'outcome_unknown', reason: answer.reason };
  if (answer.status === 200) return { to: 'committed', reason: 'change.found' };
  const absent = answer.status === 404 && !lagsBehind(answer.headers, sor) && settled(action, sor, askedAtMillis);
  if (!absent) return { to: 'outcome_unknown', reason: `sor.answered_${answer.status}` };
  return action.attempts < bound
    ? { to: 'approved', reason: 'change.absent' }
    : { to: 'failed', reason: 'sends.exhausted' };
}
