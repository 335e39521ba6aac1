import type { Sent } from '../../../action-plane/answer.ts';
import { applyPlanned } from '../../../action-plane/apply.ts';
import { authoredRelease, kindOf, sorOf } from '../../../action-plane/authored-release.ts';
import { claim, complete, lapse, leaseHolds, type Change, type Claim } from '../../../action-plane/commit.ts';
import { claimObject, completeObject, objectSeen, type ObjectClaim } from '../../../action-plane/commit-object.ts';
import { commitPermission, type CommitAuthority } from '../../../action-plane/commit-permission.ts';
import { onHold, type OnHold } from '../../../action-plane/hold.ts';
import { involvedInAction } from '../../../action-plane/involved.ts';
import { inExecution } from '../../../action-plane/loops.ts';
import { mustFindAction } from '../../../action-plane/must-find-action.ts';
import { releaseInForce } from '../../../contract/authority/release-in-force.ts';
import { suspensionsOf } from '../../../contract/authority/suspension.ts';
import { platformActor, type Stamp } from '../../../action-plane/stamp.ts';
import { standingGrant, type GrantFacts } from '../../../action-plane/standing-grant.ts';
import { settlesWithinOf } from '../../../action-plane/settles.ts';
import { commitStep, nothingToSend, type CommitStep } from '../../../action-plane/steps.ts';
import { voided } from '../../../action-plane/void.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { internalTarget, type Objects } from '../../../contract/rows/objects.ts';
import type { ActionPlaneStore, Transition } from '../../../contract/rows/action-plane-store.ts';
import type { Release } from '../../../contract/system.ts';
import { applyOutcome } from '../apply-outcome.ts';
import type { Clock } from '../clock.ts';
import { commitInput, parseInput } from '../input.ts';

/** Sends a change with the write secret of the SoR. It never throws. */
export type Send = (change: Change) => Promise<Sent>;

export interface SendDependencies extends CommitAuthority, Clock {
  readonly store: ActionPlaneStore;
  /**
   * Reads the write secret of the SoR, before an Action is claimed.
   * @throws Failure `dependency.unavailable`
   */
  readonly sender: (sor: HttpSor) => Promise<Send>;
  /** Used only if the target is the platform's own objects. */
  readonly objects: Pick<Objects, 'get'>;
}

interface Planned {
  readonly transition: Transition;
  readonly send?: { readonly claimed: Action; readonly sor: HttpSor; readonly change: Change; readonly by: Send };
  readonly write?: Extract<ObjectClaim, { do: 'write' }>;
}

/**
 * Checks that an approved Action is still as it was granted, claims it, sends its change once and records the answer.
 * If something on which the Action relies is suspended, the
 * Action is held and not sent. An Action in another state is left to the function that owns that state. A claim whose lease has ended becomes
 * `outcome_unknown`; its change is not sent a second time.
 */
export const sendAction = (deps: SendDependencies) => {
  const { store, now } = deps;
  return async (input: unknown): Promise<CommitStep> => {
    const counted = parseInput(commitInput, input);
    const { actionId, generation } = counted;
    // The subject of the Task is not an Action, so there is nothing to send.
    if (actionId === '') return nothingToSend(generation);
    const planned = await applyPlanned(store, () => plan(deps, actionId));
    if (planned?.send) {
      const { change, by } = planned.send;
      const transition = complete(planned.send, await by(change), stampOf(deps, planned.transition.event.release));
      // `moved` means that the lease had ended and another execution has taken over. That execution looks the change
      // up.
      await applyOutcome(deps, 'commit-send')(transition);
    }
    if (planned?.write) await writeObject(deps, planned.write, planned.transition.event.release);
    const action = await mustFindAction(store, actionId);
    const settles = action.state === 'outcome_unknown' ? await settlesWithinOf(deps.library, action) : undefined;
    const step = commitStep(action, generation, { settlesWithinMillis: settles, atMillis: now() });
    return inExecution(step, counted);
  };
};

async function plan(deps: SendDependencies, actionId: string): Promise<Planned | undefined> {
  const action = await mustFindAction(deps.store, actionId);
  if (action.state === 'committing' && !leaseHolds(action, deps.now())) {
    return { transition: lapse(action, stampOf(deps, action.release)) };
  }
  return action.state === 'approved' ? planSend(deps, action) : undefined;
}

async function planSend(deps: SendDependencies, action: Action): Promise<Planned | undefined> {
  const [inForce, authored] = await Promise.all([releaseInForce(deps), authoredRelease(deps.library, action)]);
  const facts = await grantFacts(deps, action);
  const held = await heldBy(deps, facts, inForce);
  if (held) return plannedHold(held);
  const standing = standingGrant(facts);
  const kind = authored && (await kindOf(authored, action));
  const permission =
    'grants' in standing
      ? await permissionFor(deps, { inForce, authored }, { action, grants: standing.grants })
      : undefined;
  if (action.target.sor === internalTarget) {
    const claimed = claimObject({ action, standing, permission, kind }, stampOf(deps, inForce.id));
    return { transition: claimed.transition, ...(claimed.do === 'write' ? { write: claimed } : {}) };
  }
  const sor = authored && (await sorOf(authored, action));
  const claimNow = (): Claim => claim({ action, standing, permission, kind, sor }, stampOf(deps, inForce.id));
  const first = claimNow();
  if (first.do === 'void' || !sor) return { transition: first.transition };
  // The secret is read before the claim. If it cannot be read, no claim is left behind; and a slow read does not use up
  // the time of the lease.
  const by = await deps.sender(sor);
  // Reading the secret takes time, in which something may have been suspended.
  const heldNow = await heldBy(deps, facts, inForce);
  if (heldNow) return plannedHold(heldNow);
  const claimed = claimNow();
  if (claimed.do === 'void') return { transition: claimed.transition };
  return { transition: claimed.transition, send: { claimed: claimed.claimed, sor, change: claimed.change, by } };
}

async function heldBy(
  deps: SendDependencies,
  { action, task }: Pick<GrantFacts, 'action' | 'task'>,
  inForce: Release,
): Promise<OnHold | undefined> {
  const suspensions = suspensionsOf(await deps.head.current(), involvedInAction(action, task));
  return onHold(action, suspensions, stampOf(deps, inForce.id));
}

const plannedHold = ({ transition }: OnHold): Planned | undefined => transition && { transition };

/**
 * Writes the object if its version is still the one that the basis saw. If the function stops before this write, its
 * claim lapses.
 */
async function writeObject(
  deps: SendDependencies,
  { claimed, value }: Extract<ObjectClaim, { do: 'write' }>,
  release: string,
): Promise<void> {
  const { store, objects } = deps;
  const { resource, ref } = claimed.target;
  const now = await objects.get(resource, ref);
  const seen = objectSeen(now, claimed.target);
  if (seen.seen === 'unchanged') {
    if ((await store.apply(completeObject(claimed, { value, now }, stampOf(deps, release)))) === 'applied') return;
  }
  // Either the object has changed, or another execution has taken over the claim. In the second case the store refuses
  // this transition.
  await store.apply(voided({ action: claimed }, 'target.changed', stampOf(deps, release)));
}

const permissionFor = async (
  deps: SendDependencies,
  { inForce, authored }: { readonly inForce: Release; readonly authored: Release | undefined },
  { action, grants }: { readonly action: Action; readonly grants: number },
) => authored && commitPermission(deps, { inForce, authored }, { action, grants });

async function grantFacts({ store, owners }: SendDependencies, action: Action): Promise<GrantFacts> {
  const task = action.taskId === undefined ? undefined : await store.task(action.taskId);
  const [owner, payload, ...decisions] = await Promise.all([
    action.owner === undefined ? undefined : owners.find(action.owner),
    store.attachment(action.payloadHash),
    ...(task?.grants ?? []).map((grant) => store.decision(grant.decisionId)),
  ]);
  return { action, owner, task, decisions, payload };
}

const stampOf = ({ now, uuid }: Clock, release: string): Stamp => ({
  function: 'commit-send',
  uuid: uuid(),
  atMillis: now(),
  by: platformActor('commit-send'),
  release,
});
