import { randomUUID } from 'node:crypto';
import * as answers from './answers.ts';
import { claimId, journeyQueue, source } from './cast.ts';
import { cited } from './cited.ts';
import { withKey, type Dispatch } from './dispatch.ts';
import type { LookedUpClaim } from './look-up.ts';
import type { Judged } from './judge.ts';
import type { Received } from './receive.ts';
import type { Reckoned } from './reckon.ts';
import { short, type Traveller } from './step.ts';

/** Stages the change twice under one key, and asks for approval. @returns the ids of the Action and its Task */
export async function propose(
  at: Traveller,
  dispatch: Dispatch,
  known: {
    readonly facts: LookedUpClaim;
    readonly received: Received;
    readonly judged: Judged;
    readonly reckoned: Reckoned;
  },
): Promise<{ readonly actionId: string; readonly taskId: string }> {
  const { received, judged, reckoned } = known;
  const { policy, claim } = known.facts;
  const staging = {
    action: {
      kind: 'action.reserve.change',
      targetSor: source,
      targetRef: claimId,
      payload: { ...reckoned.conversion.answer.result.value, reason: 'Garage estimate received' },
    },
    basis: claim.receipt.eventId,
    rationale: `The garage asks ${reckoned.estimate} for the repair of a ${judged.severity.answer.result.band} loss; the rules let the reserve follow.`,
    evidence: [
      cited(reckoned.validation),
      cited(reckoned.conversion),
      cited(judged.severity),
      cited(received.invoice),
      { event: policy.receipt.eventId },
      { event: judged.wording.receipt.eventId },
      { event: judged.exposure.receipt.eventId },
    ],
  };
  const key = `journey-${randomUUID()}`;
  const stage = (name: string) => withKey(key, dispatch(name, 'action-staging/tool.reserve.stage', staging));
  const action = await at.ask(
    stage('stage the change'),
    answers.staged,
    ({ result: { id, state } }) => `${short(id)} is ${state}`,
  );
  await at.ask(stage('stage it again, same key'), answers.staged, ({ result: { id } }) =>
    id === action.result.id ? 'the same Action, same bytes' : 'ANOTHER Action',
  );
  const asking = { subject: { kind: 'Action', id: action.result.id }, queue: journeyQueue, sla: 'PT1H' };
  const task = await at.ask(
    dispatch('ask for approval', 'approval-request/tool.reserve.request-approval', asking),
    answers.requested,
    ({ result: { id, state } }) => `${short(id)} is ${state}`,
  );
  return { actionId: action.result.id, taskId: task.result.id };
}
