import type * as z from 'zod';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../contract/identity.ts';
import * as answers from '../../../local/journey/answers.ts';
import { journeyClaimId, journeyPolicyId } from '../../../local/policy-admin/seed/named.ts';
import { Client } from './client.ts';
import type { DemoPlane } from './demo-plane.ts';
import { sorId } from './demo-release.ts';
import type { Answered, Asked } from './gateway.ts';

export const claimsAgent: Caller = { kind: 'agent', id: 'claims-agent', name: 'claims-agent', groups: [] };
export const person = (name: string, group: string): Caller => ({
  kind: 'human',
  id: `sub-${name}`,
  name,
  groups: [group],
});
const approver = person('approver-1', 'approvers');
const auditor = person('auditor', 'auditors');
export const queueId = 'queue.claims-approvals';

/** What the garage asks in euro, and what the first comes to in lira: a journey played again changes the reserve again. */
const estimates = ['1150.00', '1210.00'] as const;
const firstInLira = /^6313/;

const ended = new Set(['committed', 'failed', 'voided', 'denied', 'expired', 'cancelled']);

export interface Travelled {
  readonly runId: string;
  readonly actionId: string;
  readonly taskId: string;
  readonly state: string;
  /** Calls that may be sent again, each with the answer that it had. */
  readonly repeatable: readonly { readonly asked: Asked; readonly answer: Answered }[];
}

const parse = <T>(shape: z.ZodType<T>, { text }: Answered): T => shape.parse(JSON.parse(text));

/** One dispatch by the agent, as the catalog gives its path. */
export const dispatch = (runId: string, functionName: string, tool: string, body: unknown, key?: string): Asked => ({
  who: claimsAgent,
  route: 'POST /v1/{function}/{tool}',
  path: { function: functionName, tool },
  headers: { 'purpose-of-use': 'claims.adjustment', 'run-id': runId, ...(key && { 'idempotency-key': key }) },
  body,
});

/** The main road: look up, convert, validate, stage, ask; a human grants; the change is made; an auditor reads. */
export async function travel({ gateway, time }: DemoPlane): Promise<Travelled> {
  const client = new Client(gateway, time);
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
    dispatch(runId, 'lookup', 'tool.policy.lookup', { identifier: journeyPolicyId, source: sorId }, randomUUID()),
  );
  const claim = await ask(
    answers.claimFound,
    dispatch(runId, 'lookup', 'tool.claim.lookup', { identifier: journeyClaimId, source: sorId }),
  );
  const old = claim.result.object.reserve;
  const conversion = {
    value: { amount: estimates[firstInLira.test(old.amount) ? 1 : 0], currency: 'EUR' },
    target: { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' },
  };
  const money = await askAgain(answers.converted, dispatch(runId, 'conversion', 'tool.money.convert', conversion));
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
  const verdict = await askAgain(answers.validated, dispatch(runId, 'validation', 'tool.reserve.validate', validation));
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
  const staged = dispatch(runId, 'action-staging', 'tool.reserve.stage', staging, `journey-${randomUUID()}`);
  const action = await askAgain(answers.staged, staged);
  await askAgain(answers.staged, staged);
  const task = await askAgain(
    answers.requested,
    dispatch(runId, 'approval-request', 'tool.reserve.request-approval', {
      subject: { kind: 'Action', id: action.result.id },
      queue: queueId,
      sla: 'PT1H',
    }),
  );
  await decide(client, task.result.id);
  const state = await client.until(
    { who: claimsAgent, route: 'GET /v1/actions/{id}', path: { id: action.result.id } },
    (answer) => {
      const seen = parse(answers.actionRead, answer).state;
      return ended.has(seen) ? seen : undefined;
    },
  );
  await client.until(
    { who: auditor, route: 'GET /v1/audit/events', query: { run: runId, limit: '200' } },
    (answer) => parse(answers.auditRead, answer).events.some((event) => event['to'] === state) || undefined,
  );
  return { runId, actionId: action.result.id, taskId: task.result.id, state, repeatable };
}

/** As an approver does: waits until it is open, looks, grants, and, where no answer came, looks whether it has been decided. */
async function decide(client: Client, id: string): Promise<void> {
  const read: Asked = { who: approver, route: 'GET /v1/tasks/{id}', path: { id } };
  const open = await client.until(read, (answer) => {
    const { task } = parse(answers.taskRead, answer);
    return task.state === 'requested' ? undefined : task;
  });
  parse(answers.taskList, await client.ask({ who: approver, route: 'GET /v1/tasks', query: { queue: queueId } }));
  const vote = await client.send({
    who: approver,
    route: 'POST /v1/tasks/{id}/decision',
    path: { id },
    body: { decision: 'grant', digest: open.digest, reason: 'The estimate is plausible' },
  });
  if (vote.code === 'task.decided') {
    const { task } = parse(answers.taskRead, await client.ask(read));
    if (task.state === 'granted') return;
  }
  if (vote.status !== 200) throw new Error(`the vote was not taken: ${vote.text}`);
}
