import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Action } from '../contract/rows/action.ts';
import type { ActionKind } from '../contract/artefacts/action-kind.ts';
import { Failure } from '../contract/failures.ts';
import type { Decision } from '../contract/rows/task.ts';
import type { BoundOwner } from '../contract/authority/people.ts';
import { isParty } from './decide.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveAction } from './states.ts';
import { isOperators } from './steps.ts';

/** The report of an operator about a change at the SoR. */
export interface Resolution {
  readonly arrived: boolean;
  /** How the operator found out. It is shown with the Decision. */
  readonly evidence: string;
}

export interface Unresolved {
  readonly action: Action;
  readonly kind: Pick<ActionKind, 'resolution' | 'stagedForSeconds'>;
  /** The `settlesWithin` of the SoR. Undefined for a blind SoR. */
  readonly settlesWithinMillis: number | undefined;
  /** The bound owner of the requesting agent. */
  readonly owner: BoundOwner | undefined;
}

/**
 * Returns the transition after an operator reports the outcome of a change whose outcome is unknown. If the change
 * arrived, the Action is committed. If not, it is staged again in a new approval round, because an old grant must not
 * cause a second send. An action kind may require several operators. Then an outcome counts as soon as this many of
 * them have reported it, and neither the requester nor the owner of the requesting agent may report.
 * @throws Failure `action.not_open`, `approval.forbidden`
 */
export function resolve(unresolved: Unresolved, said: Resolution, stamp: Stamp): Transition {
  const { action, kind, settlesWithinMillis } = unresolved;
  if (!isOperators(action, settlesWithinMillis)) {
    throw new Failure('action.not_open', `the Action is ${action.state}, so an operator cannot resolve it now`);
  }
  const quorum = kind.resolution?.quorum ?? 1;
  const earlier = action.resolutions ?? [];
  mayResolve(unresolved, quorum, stamp);
  const id = decisionId('action.resolved', `${action.id}#${action.round}`, stamp.by);
  const resolutions = [...earlier, { by: stamp.by.id, arrived: said.arrived, decisionId: id }];
  const decision: Decision = {
    id,
    kind: 'action.resolved',
    actionId: action.id,
    by: stamp.by,
    at: atOf(stamp),
    arrived: said.arrived,
    reason: said.evidence,
  };
  const agreed = resolutions.filter(({ arrived }) => arrived === said.arrived).length >= quorum;
  const to = agreed
    ? resolved(action, { kind, resolution: { ...said, decisionId: id } }, stamp)
    : stillUnknown(action, resolutions);
  return decisionOf({ stamp, seen: action }, { action: { from: action, to } }, decision);
}

function mayResolve({ action, owner }: Unresolved, quorum: number, { by }: Stamp): void {
  if ((action.resolutions ?? []).some((one) => one.by === by.id)) {
    throw new Failure('approval.forbidden', 'the caller has already reported the outcome of this Action');
  }
  if (quorum > 1 && isParty(by, action, owner)) {
    throw new Failure(
      'approval.forbidden',
      'several operators must resolve an Action of this kind, and its requester and the owner of the requester may not be among them',
    );
  }
}

const stillUnknown = (action: Action, resolutions: NonNullable<Action['resolutions']>): Action =>
  moveAction(action, 'outcome_unknown', {
    resolutions,
    ...(action.reason === undefined ? {} : { reason: action.reason }),
  });

function resolved(
  action: Action,
  {
    kind: { stagedForSeconds },
    resolution: { arrived, evidence, decisionId },
  }: { readonly kind: Unresolved['kind']; readonly resolution: Resolution & { readonly decisionId: string } },
  stamp: Stamp,
): Action {
  if (arrived) return moveAction(action, 'committed', { decisionId, reason: evidence });
  const { taskId: _granted, resolutions: _said, sorReceipt: _refusal, ...kept } = action;
  return moveAction(kept, 'staged', {
    decisionId,
    reason: evidence,
    round: action.round + 1,
    reconciliations: 0,
    stagedUntil: new Date(stamp.atMillis + stagedForSeconds * 1000).toISOString(),
  });
}
