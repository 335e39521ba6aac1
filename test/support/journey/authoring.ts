import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Caller } from '../../../contract/authority/identity.ts';
import * as answers from '../../../local/demo/journey/answers.ts';
import { journeyClaimId, journeyPolicyId } from '../../../local/demo/policy-admin/seed/named.ts';
import type { Client } from './client.ts';
import { sorId } from './demo-release.ts';
import type { Answered, Asked } from './gateway.ts';

export const claimsAgent: Caller = { kind: 'agent', id: 'claims-agent', name: 'claims-agent', groups: [] };
export const queueId = 'queue.claims-approvals';

/**
 * The two estimates of the garage, in euro. If the claim's reserve already is the first estimate in lira, the journey
 * proposes the second, so that each journey changes the reserve.
 */
const estimates = ['1150.00', '1210.00'] as const;
const firstInLira = /^6313/;

export interface AgentPart {
  readonly runId: string;
  readonly actionId: string;
  readonly taskId: string;
  /** Calls that a test may send again, each with its answer. */
  readonly repeatable: readonly { readonly asked: Asked; readonly answer: Answered }[];
}

export const parse = <T>(shape: z.ZodType<T>, { text }: Answered): T => shape.parse(JSON.parse(text));

/** Makes a call of a tool by the agent. */
export const dispatch = (
  runId: string,
  { functionName, tool }: { readonly functionName: string; readonly tool: string },
  { body, key }: { readonly body: unknown; readonly key?: string | undefined },
): Asked => ({
  who: claimsAgent,
  route: 'POST /v1/{function}/{tool}',
  path: { function: functionName, tool },
  headers: { 'purpose-of-use': 'claims.adjustment', 'run-id': runId, ...(key && { 'idempotency-key': key }) },
  body,
});

/** Plays the agent's part of the journey: look up, convert, validate, stage, request approval. */
export async function playAgent(client: Client): Promise<AgentPart> {
  const repeatable: { asked: Asked; answer: Answered }[] = [];
  const ask = async <T>(shape: z.ZodType<T>, asked: Asked): Promise<T> => parse(shape, await client.ask(asked));
  const askAgain = async <T>(shape: z.ZodType<T>, asked: Asked): Promise<T> => {
    const answer = await client.ask(asked);
    repeatable.push({ asked, answer });
    return parse(shape, answer);
  };

  const { runId } = await ask(answers.runOpened, {
    who: claimsAgent,
    route: 'POST /v1/runs',
    body: { purpose: 'claims.adjustment', subject: journeyClaimId },
  });
  const policy = await askAgain(
    answers.policyFound,
    dispatch(
      runId,
      { functionName: 'lookup', tool: 'tool.policy.lookup' },
      { body: { identifier: journeyPolicyId, source: sorId }, key: randomUUID() },
    ),
  );
  const claim = await ask(
    answers.claimFound,
    dispatch(
      runId,
      { functionName: 'lookup', tool: 'tool.claim.lookup' },
      { body: { identifier: journeyClaimId, source: sorId } },
    ),
  );
  const old = claim.result.object.reserve;
  const conversion = {
    value: { amount: estimates[firstInLira.test(old.amount) ? 1 : 0], currency: 'EUR' },
    target: { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' },
  };
  const money = await askAgain(
    answers.converted,
    dispatch(runId, { functionName: 'conversion', tool: 'tool.money.convert' }, { body: conversion }),
  );
  const validation = {
    candidate: {
      claimId: journeyClaimId,
      claimStatus: claim.result.object.status,
      oldReserve: { amount: old.amount, currency: old.currency },
      newReserve: money.result.value,
      sumInsured: { amount: policy.result.object.sumInsured, currency: policy.result.object.currency },
    },
    rulePack: 'rules.reserve',
  };
  const verdict = await askAgain(
    answers.validated,
    dispatch(runId, { functionName: 'validation', tool: 'tool.reserve.validate' }, { body: validation }),
  );
  const staging = {
    action: {
      kind: 'action.reserve.change',
      targetSor: sorId,
      targetRef: journeyClaimId,
      payload: { ...money.result.value, reason: 'Garage estimate received' },
    },
    basis: claim.receipt.eventId,
    rationale: 'The garage asks more for the repair; the rules let the reserve follow.',
    evidence: [
      { event: verdict.receipt.eventId, arguments: validation, result: verdict.result },
      { event: money.receipt.eventId, arguments: conversion, result: money.result },
      { event: policy.receipt.eventId },
    ],
  };
  const staged = dispatch(
    runId,
    { functionName: 'action-staging', tool: 'tool.reserve.stage' },
    { body: staging, key: `journey-${randomUUID()}` },
  );
  const action = await askAgain(answers.staged, staged);
  await askAgain(answers.staged, staged);
  const task = await askAgain(
    answers.requested,
    dispatch(
      runId,
      { functionName: 'approval-request', tool: 'tool.reserve.request-approval' },
      {
        body: {
          subject: { kind: 'Action', id: action.result.id },
          queue: queueId,
          sla: 'PT1H',
        },
      },
    ),
  );
  return { runId, actionId: action.result.id, taskId: task.result.id, repeatable };
}
