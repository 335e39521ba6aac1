import type { Action } from '../contract/rows/action.ts';
import { draftContent } from '../contract/rows/draft.ts';
import { absentVersion, type OntologyObject } from '../contract/rows/objects.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { brokenGrant, type ClaimFacts } from './commit.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { bound, moveAction } from './states.ts';
import type { TargetSeen } from './target.ts';
import { voided } from './void.ts';

/** The time for one read and one transaction of our own tables. */
const leaseMillis = 10_000;

export type ObjectClaim =
  | { readonly do: 'void'; readonly transition: Transition }
  | {
      readonly do: 'write';
      readonly transition: Transition;
      readonly claimed: Action;
      readonly value: OntologyObject['value'];
    };

/**
 * Plans the commit of an approved Action on a live object: either a claim, or the end `voided` with nothing written.
 * Before the claim, the same checks are made as before a change is sent to an SoR.
 */
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
 * Returns the transition that writes the object and commits the Action, in one transaction. So the outcome is never
 * unknown. If another execution has taken over the Action, or the object has changed, the store writes neither.
 * @param now the current object. The caller has checked that its version is the version in the Action's target.
 */
export function completeObject(
  claimed: Action,
  { value, now }: { readonly value: OntologyObject['value']; readonly now: OntologyObject | undefined },
  stamp: Stamp,
): Transition {
  const { resource, ref } = claimed.target;
  // A later version must not have an earlier time, even if the clocks of two functions differ: reads with `asOf` depend
  // on it.
  const atMillis = Math.max(stamp.atMillis, now === undefined ? 0 : Date.parse(now.at));
  const version = (now?.version ?? absentVersion) + 1;
  const { markings } = claimed;
  const object = { type: resource, id: ref, version, markings, value, at: new Date(atMillis).toISOString() };
  const to = moveAction(claimed, 'committed', {
    sorReceipt: { status: now === undefined ? 201 : 200, version: String(version), at: atOf(stamp) },
  });
  return { ...transitionOf({ stamp, seen: claimed }, { action: { from: claimed, to } }), object };
}

/** Compares the current object with the version in the Action's target. */
export function objectSeen(now: OntologyObject | undefined, { version }: Action['target']): TargetSeen {
  if (String(now?.version ?? absentVersion) === version) return { seen: 'unchanged' };
  return { seen: 'changed', reason: now ? 'target.changed' : 'target.gone' };
}

/**
 * Returns the transition for an Action on a live object if the lease of its claim has ended. The object and the end of
 * the Action are written in one transaction. The Action has not ended, so the object was not written. The execution
 * that still holds the claim can no longer complete the Action.
 */
export function absentObjectChange(action: Action, stamp: Stamp): Transition {
  const [to, reason] =
    action.attempts < bound ? (['approved', 'change.absent'] as const) : (['failed', 'sends.exhausted'] as const);
  const next = moveAction(action, to, { reconciliations: action.reconciliations + 1, reason });
  return transitionOf({ stamp, seen: action }, { action: { from: action, to: next } }, reason);
}
