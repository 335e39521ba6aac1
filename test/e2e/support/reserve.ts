import type { z } from 'zod';
import type { ApiAnswer } from '../../../local/demo/api-client.ts';
import { ask } from './ask.ts';
import { dispatch, newKey, openRun, type Run } from './run.ts';
import { answered, claimFound, policyFound, requested, staged, taskRead, validated } from './shapes.ts';
import { until } from './until.ts';

export const source = 'sor.policy-admin';
export const queue = 'queue.claims-approvals';

export interface Proposal {
  readonly claim: string;
  /** @default the present reserve and 1,000 lira more */
  readonly amount?: string;
  readonly reason?: string;
  readonly rationale?: string;
}

export const lookUpClaim = (run: Run, claim: string, key?: string): Promise<ApiAnswer> =>
  dispatch(run, 'tool.claim.lookup', { body: { identifier: claim, source }, key });

type Found<T extends z.ZodType<{ result: { object: unknown } }>> = z.infer<T>['result']['object'];

/** Builds the arguments of a validation from the claim and the policy that were looked up, and the proposed amount. */
const validationOf = (
  found: Found<typeof claimFound>,
  { sumInsured, currency }: Found<typeof policyFound>,
  amount: string,
) => ({
  candidate: {
    claimId: found.claimId,
    claimStatus: found.status,
    oldReserve: { amount: found.reserve.amount, currency: found.reserve.currency },
    newReserve: { amount, currency: 'TRY' },
    sumInsured: { amount: sumInsured, currency },
  },
  rulePack: 'rules.reserve',
});

const raised = (amount: string): string => `${Number(amount.slice(0, -3)) + 1000}.00`;

/** Looks up the claim and its policy, and validates the change. @returns the arguments of the staging call */
export async function prepare(run: Run, { claim, reason, rationale, ...proposed }: Proposal) {
  const found = answered(await lookUpClaim(run, claim), claimFound);
  const amount = proposed.amount ?? raised(found.result.object.reserve.amount);
  const { policyId } = found.result.object;
  const policy = answered(
    await dispatch(run, 'tool.policy.lookup', { body: { identifier: policyId, source } }),
    policyFound,
  );
  const validation = validationOf(found.result.object, policy.result.object, amount);
  const verdict = answered(await dispatch(run, 'tool.reserve.validate', { body: validation }), validated);
  return {
    action: {
      kind: 'action.reserve.change',
      targetSor: source,
      targetRef: claim,
      payload: { amount, currency: 'TRY', reason: reason ?? 'Garage estimate received' },
    },
    basis: found.receipt.eventId,
    rationale: rationale ?? 'The garage asks more for the repair.',
    evidence: [
      { event: verdict.receipt.eventId, arguments: validation, result: verdict.result },
      { event: policy.receipt.eventId },
    ] as const,
  };
}

export type Staging = Awaited<ReturnType<typeof prepare>>;

export interface Staged {
  readonly run: Run;
  readonly key: string;
  readonly staging: Staging;
  readonly actionId: string;
  readonly answer: ApiAnswer;
}

export const stage = (run: Run, staging: unknown, key = newKey()): Promise<ApiAnswer> =>
  dispatch(run, 'tool.reserve.stage', { body: staging, key });

/** Opens a run and stages a reserve change in it. */
export async function stageReserve(proposal: Proposal, who?: string): Promise<Staged> {
  const run = await openRun(who);
  const staging = await prepare(run, proposal);
  const key = newKey();
  const answer = await stage(run, staging, key);
  return { run, key, staging, actionId: answered(answer, staged).result.id, answer };
}

export const requestApproval = (
  run: Run,
  actionId: string,
  { sla, key, queue: of = queue }: { sla?: string; key?: string; queue?: string } = {},
) => {
  const body = { subject: { kind: 'Action', id: actionId }, queue: of, ...(sla === undefined ? {} : { sla }) };
  return dispatch(run, 'tool.reserve.request-approval', { body, key });
};

export const readTask = (who: string, taskId: string): Promise<ApiAnswer> =>
  ask(who, { method: 'GET', path: `/v1/tasks/${taskId}` });

export interface Open extends Staged {
  readonly taskId: string;
  readonly dueAt: string;
  readonly shown: z.infer<typeof taskRead>;
}

/** Stages a reserve change, requests approval and waits until the Task is open. */
export async function openTask(proposal: Proposal, more: { who?: string; sla?: string } = {}): Promise<Open> {
  const made = await stageReserve(proposal, more.who);
  const task = answered(await requestApproval(made.run, made.actionId, more), requested).result;
  const shown = await until('opening the task', async () => {
    const seen = answered(await readTask('approver-1', task.id), taskRead);
    return seen.task.state === 'requested' ? undefined : seen;
  });
  return { ...made, taskId: task.id, dueAt: task.dueAt, shown };
}

export const decide = (
  who: string,
  { taskId, shown }: Pick<Open, 'taskId' | 'shown'>,
  { decision, digest = shown.task.digest }: { readonly decision: 'grant' | 'deny'; readonly digest?: string },
): Promise<ApiAnswer> =>
  ask(who, {
    method: 'POST',
    path: `/v1/tasks/${taskId}/decision`,
    body: {
      decision,
      digest,
      reason: decision === 'grant' ? 'The estimate is plausible' : 'The estimate is not itemised',
    },
  });
