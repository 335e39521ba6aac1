import type { InForce } from '../contract/authority/suspension.ts';
import type { Action } from '../contract/rows/action.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { moveAction } from './states.ts';
import { voided } from './void.ts';

/** An approved Action that is not sent: the transition to write, or none if the row already says that it is held. */
export interface OnHold {
  readonly transition?: Transition;
}

/**
 * Plans what becomes of an approved Action that relies on something suspended. It is held until the earliest `holdUntil`
 * and then voided. A suspension without `holdUntil` voids it at once, as the version of the platform that wrote this
 * suspension did.
 * @returns undefined if nothing is suspended
 */
export function onHold(action: Action, suspensions: readonly InForce[], stamp: Stamp): OnHold | undefined {
  const [first] = suspensions.toSorted((a, b) => endOf(a) - endOf(b));
  if (first === undefined) return undefined;
  const { code, holdUntil } = first;
  if (holdUntil === undefined || stamp.atMillis >= endOf(first)) return { transition: voided({ action }, code, stamp) };
  if (action.hold?.until === holdUntil && action.reason === code) return {};
  const hold = { since: action.hold?.since ?? atOf(stamp), until: holdUntil };
  const to = moveAction(action, 'approved', { hold, reason: code });
  return { transition: transitionOf({ stamp, seen: action }, { action: { from: action, to } }, code) };
}

/** A malformed instant counts as passed. */
const endOf = ({ holdUntil }: InForce): number => {
  const millis = Date.parse(holdUntil ?? '');
  return Number.isNaN(millis) ? 0 : millis;
};
