import { randomUUID } from 'node:crypto';
import * as answers from '../journey/answers.ts';
import { agent, approver, journeyPurpose, journeyQueue, source } from '../journey/cast.ts';
import { dispatchIn, withKey } from '../journey/dispatch.ts';
import type { Traveller } from '../journey/step.ts';
import type { Until } from '../journey/until.ts';

/** Raises an amount of the demo by a hundred lira. */
const raised = (amount: string): string => `${Number(amount.slice(0, -3)) + 100}.00`;

/** Lets the agent propose to raise the reserve of a claim by a hundred lira. @returns the ids of the Action and its Task */
export async function proposeChange(
  at: Traveller,
  claim: string,
): Promise<{ readonly actionId: string; readonly taskId: string }> {
  const body = { purpose: journeyPurpose, subject: claim };
  const opening = { name: 'open a run', who: agent, method: 'POST', path: '/v1/runs', expects: 201, body } as const;
  const { runId } = await at.ask(opening, answers.runOpened, ({ runId: id }) => id);
  const dispatch = dispatchIn(runId);
  const lookUp = (name: string, tool: string, identifier: string) =>
    dispatch(name, `lookup/${tool}`, { identifier, source });
  const found = await at.ask(lookUp('look the claim up', 'tool.claim.lookup', claim), answers.claimFound, () => '');
  const { policyId, status, reserve } = found.result.object;
  const policy = await at.ask(
    lookUp('look the policy up', 'tool.policy.lookup', policyId),
    answers.policyFound,
    () => '',
  );
  const { sumInsured, currency } = policy.result.object;
  const amount = raised(reserve.amount);
  const question = {
    candidate: {
      claimId: claim,
      claimStatus: status,
      oldReserve: { amount: reserve.amount, currency: reserve.currency },
      newReserve: { amount, currency: 'TRY' },
      sumInsured: { amount: sumInsured, currency },
    },
    rulePack: 'rules.reserve',
  };
  const validating = dispatch('validate it', 'validation/tool.reserve.validate', question);
  const verdict = await at.ask(validating, answers.validated, () => '');
  const staging = {
    action: {
      kind: 'action.reserve.change',
      targetSor: source,
      targetRef: claim,
      payload: { amount, currency: 'TRY', reason: 'Second inspection' },
    },
    basis: found.receipt.eventId,
    rationale: 'The second inspection found damage to the frame.',
    evidence: [
      { event: verdict.receipt.eventId, arguments: question, result: verdict.result },
      { event: policy.receipt.eventId },
    ],
  };
  const stage = withKey(`break-${randomUUID()}`, dispatch('stage it', 'action-staging/tool.reserve.stage', staging));
  const action = await at.ask(stage, answers.staged, () => '');
  const asking = { subject: { kind: 'Action', id: action.result.id }, queue: journeyQueue, sla: 'PT1H' };
  const requesting = dispatch('ask for approval', 'approval-request/tool.reserve.request-approval', asking);
  const task = await at.ask(requesting, answers.requested, () => '');
  return { actionId: action.result.id, taskId: task.result.id };
}

/** Lets the approver grant the change as soon as its Task is open. */
export async function grantChange(at: Traveller, until: Until, taskId: string): Promise<void> {
  const path = `/v1/tasks/${taskId}`;
  await until('opening the Task', async () => {
    const { body } = await at.call({ who: approver, method: 'GET', path });
    return answers.taskRead.safeParse(body).data?.task.state === 'open';
  });
  const shown = await at.ask({ name: 'read the case', who: approver, method: 'GET', path }, answers.taskRead, () => '');
  const body = { decision: 'grant', digest: shown.task.digest, reason: 'The estimate is plausible' };
  await at.ask(
    { name: 'grant it', who: approver, method: 'POST', path: `${path}/decision`, body },
    answers.decided,
    () => '',
  );
}
