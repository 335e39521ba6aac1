import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { exchange } from '../aws-request.ts';
import type { Demo } from '../demo-file.ts';
import { LocalFailure } from '../failure.ts';
import * as answers from './answers.ts';
import { type Step, Traveller } from './step.ts';

const agent = 'claims-agent';
const approver = 'approver-1';
const claimId = 'CLM-2026-000045';
const policyId = 'POL-2026-000123';
const source = 'sor.policy-admin';
/** What the garage asks in euro. Two, so that a journey played again changes the reserve again. */
const estimates = ['1150.00', '1210.00'] as const;
const usualWaitMillis = 45_000;

type Converted = z.infer<typeof answers.converted>;

/**
 * The main road, over HTTP alone: an agent looks up, validates, converts, stages and asks; a human grants; the system of
 * record changes once; an auditor sees it all.
 *
 * @param options.settlesWithinMillis how long to wait for what happens by itself: the opening, the commit, the audit log
 * @throws {LocalFailure} naming the step that failed
 */
export async function playJourney(
  demo: Demo,
  tell: (step: Step) => void,
  options: { readonly settlesWithinMillis?: number } = {},
): Promise<readonly Step[]> {
  const until = waiting(options.settlesWithinMillis ?? usualWaitMillis);
  const at = new Traveller(demo, tell);
  const run = await at.ask(
    {
      name: 'open a run',
      who: agent,
      method: 'POST',
      path: '/v1/runs',
      expects: 201,
      body: { purpose: 'claims.adjustment', subject: claimId },
    },
    answers.runOpened,
    ({ runId }) => runId,
  );
  const dispatch = (name: string, functionName: string, tool: string, body: unknown, key?: string) => ({
    name,
    who: agent,
    method: 'POST' as const,
    path: `/v1/${functionName}/${tool}`,
    headers: {
      'purpose-of-use': 'claims.adjustment',
      'run-id': run.runId,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
  });

  const policy = await at.ask(
    dispatch('look the policy up', 'lookup', 'tool.policy.lookup', { identifier: policyId, source }),
    answers.policyFound,
    ({ result }) => `${result.object.policyId}, insured for ${result.object.sumInsured} ${result.object.currency}`,
  );
  const claim = await at.ask(
    dispatch('look the claim up', 'lookup', 'tool.claim.lookup', { identifier: claimId, source }),
    answers.claimFound,
    ({ result }) =>
      `${result.object.status}, reserve ${result.object.reserve.amount} TRY, version ${result.sourceVersion}`,
  );

  const old = claim.result.object.reserve;
  const conversions = estimates.map((amount) => ({
    value: { amount, currency: 'EUR' },
    target: { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' },
  }));
  const [first, second] = conversions;
  let conversion = first;
  let money: Converted = await at.ask(
    dispatch('convert the garage’s estimate', 'conversion', 'tool.money.convert', first),
    answers.converted,
    ({ result }) => `${first?.value.amount} EUR are ${result.value.amount} TRY`,
  );
  if (money.result.value.amount === old.amount) {
    conversion = second;
    money = await at.ask(
      dispatch('convert the revised estimate', 'conversion', 'tool.money.convert', second),
      answers.converted,
      ({ result }) => `${second?.value.amount} EUR are ${result.value.amount} TRY`,
    );
  }
  const newReserve = money.result.value;

  const candidate = {
    claimId,
    claimStatus: claim.result.object.status,
    oldReserve: { amount: old.amount, currency: old.currency },
    newReserve,
    sumInsured: { amount: policy.result.object.sumInsured, currency: policy.result.object.currency },
  };
  const validation = { candidate, rulePack: 'rules.reserve' };
  const verdict = await at.ask(
    dispatch('validate the reserve', 'validation', 'tool.reserve.validate', validation),
    answers.validated,
    ({ result }) => `${result.verdict}, ${result.trace.length} rules`,
  );

  const staging = {
    action: {
      kind: 'action.reserve.change',
      targetSor: source,
      targetRef: claimId,
      payload: { ...newReserve, reason: 'Garage estimate received' },
    },
    basis: claim.receipt.eventId,
    rationale: `The garage asks ${conversion?.value.amount} EUR for the repair; the rules let the reserve follow.`,
    evidence: [
      { event: verdict.receipt.eventId, arguments: validation, result: verdict.result },
      { event: money.receipt.eventId, arguments: conversion, result: money.result },
      { event: policy.receipt.eventId },
    ],
  };
  const key = `journey-${randomUUID()}`;
  const action = await at.ask(
    dispatch('stage the change', 'action-staging', 'tool.reserve.stage', staging, key),
    answers.staged,
    ({ result }) => `${short(result.id)} is ${result.state}`,
  );
  await at.ask(
    dispatch('stage it again, same key', 'action-staging', 'tool.reserve.stage', staging, key),
    answers.staged,
    ({ result }) => (result.id === action.result.id ? 'the same Action, same bytes' : 'ANOTHER Action'),
  );
  const task = await at.ask(
    dispatch('ask for approval', 'approval-request', 'tool.reserve.request-approval', {
      subject: { kind: 'Action', id: action.result.id },
      queue: 'queue.claims-approvals',
      sla: 'PT1H',
    }),
    answers.requested,
    ({ result }) => `${short(result.id)} is ${result.state}`,
  );
  await untilOpen(until, at, task.result.id);
  await at.ask(
    { name: 'list the queue', who: approver, method: 'GET', path: '/v1/tasks?queue=queue.claims-approvals' },
    answers.taskList,
    ({ tasks }) => `${tasks.length} to decide`,
  );
  const shown = await at.ask(
    { name: 'read the case', who: approver, method: 'GET', path: `/v1/tasks/${task.result.id}` },
    answers.taskRead,
    ({ changes }) => changes.map(({ label, from, to }) => `${label} ${String(from)} → ${String(to)}`).join(', '),
  );
  await at.ask(
    {
      name: 'grant it',
      who: approver,
      method: 'POST',
      path: `/v1/tasks/${task.result.id}/decision`,
      body: { decision: 'grant', digest: shown.task.digest, reason: 'The estimate is plausible' },
    },
    answers.decided,
    ({ action: { state } }) => `the Action is ${state}`,
  );
  await untilCommitted(until, at, action.result.id);
  await changedOnce(demo, action.result.id);
  await untilAudited(until, at, run.runId, action.result.id);
  return at.steps;
}

const short = (id: string): string => `${id.slice(0, 13)}…`;

type Until = <T>(what: string, look: () => Promise<T | undefined>) => Promise<T>;

const waiting =
  (settlesWithinMillis: number): Until =>
  async (what, look) => {
    const end = Date.now() + settlesWithinMillis;
    for (;;) {
      const seen = await look();
      if (seen !== undefined) return seen;
      if (Date.now() > end) {
        const why = `${what} did not happen within ${settlesWithinMillis / 1000} s.`;
        throw new LocalFailure(
          `The journey stopped waiting.`,
          why,
          'Look at .local/cloud/cloud.log, then npm run reset.',
        );
      }
      await sleep(100);
    }
  };

const untilOpen = (until: Until, at: Traveller, id: string): Promise<boolean> =>
  until('opening the task', async () => {
    const { body } = await at.call({ who: approver, method: 'GET', path: `/v1/tasks/${id}` });
    return answers.taskRead.safeParse(body).data?.task.state === 'open' ? true : undefined;
  });

async function untilCommitted(until: Until, at: Traveller, id: string): Promise<void> {
  const path = `/v1/actions/${id}`;
  const ended = new Set(['committed', 'failed', 'voided', 'denied', 'expired', 'cancelled']);
  await until('the commit', async () => {
    const { body } = await at.call({ who: agent, method: 'GET', path });
    const state = answers.actionRead.safeParse(body).data?.state;
    return state !== undefined && ended.has(state) ? true : undefined;
  });
  await at.ask(
    { name: 'see the Action committed', who: agent, method: 'GET', path },
    answers.actionRead,
    ({ state, version }) => {
      if (state !== 'committed') {
        throw new LocalFailure(
          'The journey’s change was not made.',
          `The Action is ${state}.`,
          'Read its reason at GET /v1/actions/{id}.',
        );
      }
      return `${state}, version ${version}`;
    },
  );
}

/** What the system of record itself says of our reference. */
async function changedOnce(demo: Demo, ref: string): Promise<void> {
  const url = new URL(`/_journal?ref=${encodeURIComponent(ref)}`, demo.sorUrl);
  const headers = { authorization: `Bearer ${demo.sorCredentials.admin}` };
  const { body } = await exchange(url, { method: 'GET', headers, timeoutMillis: 5000 });
  const { changes } = answers.journal.parse(JSON.parse(body));
  if (changes.length === 1) return;
  throw new LocalFailure(
    'The system of record was not changed exactly once.',
    `It applied ${changes.length} changes under ${short(ref)}.`,
    'This is a defect: keep .local and report it.',
  );
}

async function untilAudited(until: Until, at: Traveller, runId: string, actionId: string): Promise<void> {
  const path = `/v1/audit/events?run=${runId}&limit=200`;
  await until('the audit log', async () => {
    const { body } = await at.call({ who: 'auditor', method: 'GET', path });
    const events = answers.auditRead.safeParse(body).data?.events ?? [];
    return events.some((event) => event['actionId'] === actionId && event['to'] === 'committed') ? true : undefined;
  });
  await at.ask({ name: 'read the audit log', who: 'auditor', method: 'GET', path }, answers.auditRead, ({ events }) => {
    const kinds = Map.groupBy(events, ({ kind }) => kind);
    return [...kinds].map(([kind, of]) => `${of.length} ${kind}`).join(', ');
  });
}
