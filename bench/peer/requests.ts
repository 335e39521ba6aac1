import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { HttpAnswer, HttpEvent, HttpHandler } from '../../lambdas/http.ts';
import { journeyClaimId, journeyPolicyId } from '../../local/demo/policy-admin/seed/named.ts';
import { claimsAgent, dispatch } from '../../test/support/journey/authoring.ts';
import { sorId } from '../../test/support/journey/demo-release.ts';
import { eventOf } from '../../test/support/journey/gateway.ts';
import type { Ours } from './ours.ts';
import type { ComparedPattern } from './patterns.ts';

/** Requests of one kind. Each has a body or a key of its own, so each is another call. */
export interface Compared {
  readonly name: ComparedPattern;
  readonly next: (turn: number) => HttpEvent;
}

const requestOf = (runId: string, [functionName, tool]: readonly [string, string], sent: Sent): HttpEvent =>
  eventOf(dispatch(runId, { functionName, tool }, sent));

interface Sent {
  readonly body: unknown;
  readonly key?: string;
}

const claimLookup = ['lookup', 'tool.claim.lookup'] as const;

/** Opens a run, makes the calls that a staging cites, and returns the requests of the comparison. */
export async function comparedRequests({ handlers, others }: Ours): Promise<Readonly<Record<string, Compared>>> {
  const runId = await openedRun(others.runs);
  const staging = await stagingOf({ handlers, others }, runId);
  const table = (rows: number): Compared => ({
    name: 'conversion',
    next: (turn) => requestOf(runId, ['conversion', 'tool.table.render'], { body: tableOf(rows, turn) }),
  });
  return {
    'pure.1kb': table(6),
    'pure.10kb': table(80),
    'pure.65kb': table(500),
    lookup: {
      name: 'lookup',
      next: () =>
        requestOf(runId, claimLookup, { body: { identifier: journeyClaimId, source: sorId }, key: randomUUID() }),
    },
    stage: {
      name: 'action-staging',
      next: () => requestOf(runId, ['action-staging', 'tool.reserve.stage'], { body: staging, key: randomUUID() }),
    },
  };
}

const column = (type: string, heading: string, pointer: string) => ({ type, heading, pointer, absent: 'refuse' });

/** Arguments that render a table. A row has about 125 bytes. */
const tableOf = (rows: number, turn: number) => ({
  value: Array.from({ length: rows }, (_, i) => ({
    claimId: `CLM-2026-${String(i).padStart(6, '0')}`,
    status: 'open',
    asOf: '2026-11-27',
    reserve: { amount: `${1000 + i}.50`, currency: 'TRY' },
  })),
  target: {
    kind: 'table',
    format: 'csv',
    locale: 'tr-TR',
    grouping: true,
    columns: [
      column('text', `Claim ${turn}`, '/claimId'),
      column('date', 'Date', '/asOf'),
      { ...column('decimal', 'Reserve', '/reserve/amount'), scale: 2, rounding: 'half-even' },
    ],
  },
});

/** Returns the body of an answer. @throws Error for a refusal */
export function answeredBody({ statusCode, body = '' }: HttpAnswer): unknown {
  if (statusCode !== 200 && statusCode !== 201) throw new Error(`the call was refused: ${body}`);
  return JSON.parse(body);
}

const opened = z.object({ runId: z.string() });
const answered = z.object({ result: z.json(), receipt: z.object({ eventId: z.string() }) });
const money = z.object({ amount: z.string(), currency: z.string() });
const claimFound = z.object({ object: z.object({ status: z.string(), reserve: money }) });
const policyFound = z.object({ object: z.object({ sumInsured: z.string(), currency: z.string() }) });

async function openedRun(runs: HttpHandler): Promise<string> {
  const body = { purpose: 'claims.adjustment', subject: journeyClaimId };
  return opened.parse(answeredBody(await runs(eventOf({ who: claimsAgent, route: 'POST /v1/runs', body })))).runId;
}

/** Makes the calls that a staging must cite, and returns its arguments. */
async function stagingOf({ handlers, others }: Ours, runId: string): Promise<unknown> {
  const called = async (handler: HttpHandler, event: HttpEvent) => answered.parse(answeredBody(await handler(event)));
  const looked = (tool: string, identifier: string) =>
    called(handlers.lookup, requestOf(runId, ['lookup', tool], { body: { identifier, source: sorId } }));
  const seen = await looked('tool.claim.lookup', journeyClaimId);
  const policy = await looked('tool.policy.lookup', journeyPolicyId);
  const { status, reserve } = claimFound.parse(seen.result).object;
  const { sumInsured, currency } = policyFound.parse(policy.result).object;
  const proposed = { amount: '61000.00', currency: 'TRY' };
  const validation = {
    candidate: {
      claimId: journeyClaimId,
      claimStatus: status,
      oldReserve: reserve,
      newReserve: proposed,
      sumInsured: { amount: sumInsured, currency },
    },
    rulePack: 'rules.reserve',
  };
  const checked = await called(
    others.validation,
    requestOf(runId, ['validation', 'tool.reserve.validate'], { body: validation }),
  );
  return {
    action: {
      kind: 'action.reserve.change',
      targetSor: sorId,
      targetRef: journeyClaimId,
      payload: { ...proposed, reason: 'Garage estimate received' },
    },
    basis: seen.receipt.eventId,
    rationale: 'The garage asks more for the repair; the rules let the reserve follow.',
    evidence: [
      { event: checked.receipt.eventId, arguments: validation, result: checked.result },
      { event: policy.receipt.eventId },
    ],
  };
}
