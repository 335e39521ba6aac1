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

/** A change as the SoR is to be asked for it. Path and body are filled in from rows alone. */
export interface Change {
  readonly method: 'PUT' | 'POST' | 'PATCH';
  /** A template; `{id}` is `id`. */
  readonly path: string;
  readonly id: string;
  readonly ifMatch: string;
  /** Our reference, the same for every send of the Action: `Idempotency-Key`, and what a lookup finds it by. */
  readonly reference: string;
  readonly body: string;
  /** Epoch milliseconds: no byte leaves after it, no answer is waited for. */
  readonly deadlineAt: number;
}

export type Claim =
  | { readonly do: 'void'; readonly transition: Transition }
  | { readonly do: 'send'; readonly transition: Transition; readonly claimed: Action; readonly change: Change };

/** On top of the SoR's own timeout: what a send may take, and what is left of the lease to record its answer. */
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

/** Why what was granted does not hold any more; undefined where it does. Whatever the target is. */
export function brokenGrant(standing: Standing, permission: CommitPermission | undefined): string | undefined {
  if ('broken' in standing) return standing.broken;
  if (permission === undefined) return 'release.unavailable';
  if ('refused' in permission) return permission.refused;
  return policiesChanged(standing.policies, permission.policies) ? 'policy.changed' : undefined;
}

/** An approved Action: claimed for one send, or voided with nothing sent. */
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

/** An Action as it was claimed, and the SoR that its change was sent to. */
export interface Claimed {
  readonly claimed: Action;
  readonly sor: HttpSor;
}

/**
 * Records what became of the send, from the very row that was claimed: where another has moved it since, the store
 * refuses, and so the fencing token decides who completes.
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

/** A claim whose lease ended without an answer recorded: it may have been sent, or not. */
export const lapse = (action: Action, stamp: Stamp): Transition =>
  transitionOf(
    { stamp, seen: action },
    { action: { from: action, to: moveAction(action, 'outcome_unknown', { reason: 'lease.ended' }) } },
    'lease.ended',
  );
