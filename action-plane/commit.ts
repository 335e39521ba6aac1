import type { Action } from '../contract/rows/action.ts';
import type { ActionKind } from '../contract/artefacts/action-kind.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { verdictOn, type Sent } from './answer.ts';
import { policiesChanged, type CommitPermission } from './commit-permission.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import type { Standing } from './standing-grant.ts';
import { moveAction } from './states.ts';
import { voided } from './void.ts';

/** A change in the form of a request to the SoR. Path and body contain only values from rows. */
export interface Change {
  readonly method: 'PUT' | 'POST' | 'PATCH';
  /** A path template. Its placeholder `{id}` is replaced by `id`. */
  readonly path: string;
  readonly id: string;
  readonly ifMatch: string;
  /**
   * The platform's reference, which is the same for every send of the Action. It is sent as `Idempotency-Key`, and a
   * lookup finds the change by it.
   */
  readonly reference: string;
  readonly body: string;
  /** Epoch milliseconds. After it no byte is sent, and no answer is awaited. */
  readonly deadlineAt: number;
}

export type Claim =
  | { readonly do: 'void'; readonly transition: Transition }
  | { readonly do: 'send'; readonly transition: Transition; readonly claimed: Action; readonly change: Change };

/**
 * Times that are added to the SoR's own timeout. `sendSlackMillis` limits a send; `leaseSlackMillis` leaves time in the
 * lease to record the answer.
 */
const sendSlackMillis = 2000;
const leaseSlackMillis = 4000;
export const sendTimeoutMillis = (sor: HttpSor): number => sor.timeoutMillis + sendSlackMillis;

export interface ClaimFacts {
  readonly action: Action;
  readonly standing: Standing;
  readonly permission: CommitPermission | undefined;
  readonly kind: ActionKind | undefined;
  readonly sor: HttpSor | undefined;
}

/** Returns the reason why a grant is no longer valid, or undefined. It applies to every kind of target. */
export function brokenGrant(standing: Standing, permission: CommitPermission | undefined): string | undefined {
  if ('broken' in standing) return standing.broken;
  if (permission === undefined) return 'release.unavailable';
  if ('refused' in permission) return permission.refused;
  return policiesChanged(standing.policies, permission.policies) ? 'policy.changed' : undefined;
}

/** Plans the commit of an approved Action: either a claim for one send, or the end `voided` with nothing sent. */
export function claim({ action, standing, permission, kind, sor }: ClaimFacts, stamp: Stamp): Claim {
  const broken = (reason: string): Claim => ({ do: 'void', transition: voided({ action }, reason, stamp) });
  const reason = brokenGrant(standing, permission);
  if ('broken' in standing || reason !== undefined) return broken(reason ?? 'approval.missing');
  const mutation = kind && sor?.mutations[kind.mutation];
  if (!sor || !mutation || kind.targetSor !== sor.id) return broken('mutation.unknown');
  const attempts = action.attempts + 1;
  const claimed = moveAction(action, 'committing', {
    attempts,
    lease: { fencingToken: attempts, untilMillis: stamp.atMillis + sor.timeoutMillis + leaseSlackMillis },
  });
  return {
    do: 'send',
    claimed,
    transition: transitionOf({ stamp, seen: action }, { action: { from: action, to: claimed } }),
    change: {
      method: mutation.method,
      path: mutation.path,
      id: action.target.ref,
      ifMatch: action.target.version,
      reference: action.id,
      body: standing.payload,
      deadlineAt: stamp.atMillis + sendTimeoutMillis(sor),
    },
  };
}

/** An Action in the state in which it was claimed, and the SoR to which its change is sent. */
export interface Claimed {
  readonly claimed: Action;
  readonly sor: HttpSor;
}

/**
 * Returns the transition that records the result of a send. It starts from the claimed row. If another execution has
 * changed that row, the store refuses the transition, so only the latest fencing token can complete the Action.
 */
export function complete({ claimed, sor }: Claimed, sent: Sent, stamp: Stamp): Transition {
  const { to, reason } = verdictOn(sent, claimed, sor);
  const receipt =
    sent.kind === 'answer'
      ? {
          sorReceipt: {
            status: sent.status,
            ...(sent.etag === undefined ? {} : { version: sent.etag }),
            at: atOf(stamp),
          },
        }
      : {};
  if (to === 'voided') return voided({ action: claimed }, reason ?? to, stamp);
  const next = moveAction(claimed, to, { ...receipt, ...(reason === undefined ? {} : { reason }) });
  return transitionOf({ stamp, seen: claimed }, { action: { from: claimed, to: next } }, reason);
}

export const leaseHolds = ({ lease }: Action, atMillis: number): boolean =>
  lease !== undefined && atMillis < lease.untilMillis;

/**
 * Returns the transition for a claim whose lease ended without a recorded answer. The change may have been sent or not.
 */
export const lapse = (action: Action, stamp: Stamp): Transition =>
  transitionOf(
    { stamp, seen: action },
    { action: { from: action, to: moveAction(action, 'outcome_unknown', { reason: 'lease.ended' }) } },
    'lease.ended',
  );
