import type { Action } from '../contract/rows/action.ts';
import { draftContent } from '../contract/rows/draft.ts';
import { absentVersion, type OntologyObject } from '../contract/rows/objects.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { brokenGrant, type ClaimFacts } from './commit.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { bound, moveAction } from './states.ts';
import type { TargetSeen } from './target.ts';
import { voided } from './void.ts';

/** Time for one read and one transaction of our own tables. */
const leaseMillis = 10_000;

export type ObjectClaim =
  | { readonly do: 'void'; readonly transition: Transition }
  | {
      readonly do: 'write';
      readonly transition: Transition;
      readonly claimed: Action;
      readonly value: OntologyObject['value'];
    };

/** An approved Action on a live object: claimed, or voided with nothing written. The same checks as before any send. */
export function claimObject(
  { action, standing, permission, kind }: Omit<ClaimFacts, 'sor'>,
  stamp: Stamp,
): ObjectClaim {
  const broken = (reason: string): ObjectClaim => ({
    do: 'void',
    transition: voided({ action }, reason, stamp),
  });
  const reason = brokenGrant(standing, permission);
  if ('broken' in standing || reason !== undefined) return broken(reason ?? 'approval.missing');
  const object = kind?.targetSor === action.target.sor ? kind.object : undefined;
  if (!object || object.type !== action.target.resource) return broken('mutation.unknown');
  const value = draftContent(JSON.parse(standing.payload), object);
  if (value?.[object.key] !== action.target.ref) return broken('payload.differs');
  const attempts = action.attempts + 1;
  const claimed = moveAction(action, 'committing', {
    attempts,
    lease: { fencingToken: attempts, untilMillis: stamp.atMillis + leaseMillis },
  });
  return {
    do: 'write',
    claimed,
    value,
    transition: transitionOf({ stamp, seen: action }, { action: { from: action, to: claimed } }),
  };
}

/**
 * The object and the Action that it commits, in one transaction: there is no outcome that nobody knows. Where another
 * holds the Action since, or the object is not as the basis saw it, the store writes neither.
 * @param now the object as it stands; its version was found to be the target's
 */
export function completeObject(
  claimed: Action,
  { value, now }: { readonly value: OntologyObject['value']; readonly now: OntologyObject | undefined },
  stamp: Stamp,
): Transition {
  const { resource, ref } = claimed.target;
  // Versions rise with time, whatever the clocks of two functions say: `asOf` rests on it.
  const atMillis = Math.max(stamp.atMillis, now === undefined ? 0 : Date.parse(now.at));
  const version = (now?.version ?? absentVersion) + 1;
  const { markings } = claimed;
  const object = { type: resource, id: ref, version, markings, value, at: new Date(atMillis).toISOString() };
  const to = moveAction(claimed, 'committed', {
    sorReceipt: { status: now === undefined ? 201 : 200, version: String(version), at: atOf(stamp) },
  });
  return { ...transitionOf({ stamp, seen: claimed }, { action: { from: claimed, to } }), object };
}

/** Compares a live object with the version that the Action holds. */
export function objectSeen(now: OntologyObject | undefined, { version }: Action['target']): TargetSeen {
  if (String(now?.version ?? absentVersion) === version) return { seen: 'unchanged' };
  return { seen: 'changed', reason: now ? 'target.changed' : 'target.gone' };
}

/**
 * A claim on an object that lapsed: what it would have written stands together with the Action's own end, and the Action
 * has not ended, so it is proved absent. Whoever still holds the claim cannot complete it any more.
 */
export function absentObjectChange(action: Action, stamp: Stamp): Transition {
  const [to, reason] =
    action.attempts < bound ? (['approved', 'change.absent'] as const) : (['failed', 'sends.exhausted'] as const);
  const next = moveAction(action, to, { reconciliations: action.reconciliations + 1, reason });
  return transitionOf({ stamp, seen: action }, { action: { from: action, to: next } }, reason);
}
