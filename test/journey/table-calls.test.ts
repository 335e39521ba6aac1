import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseCall } from '../../adapters/memory/faults.ts';
import type { Item } from '../../adapters/tables/database.ts';
import type { DemoPlane } from '../support/journey/demo-plane.ts';
import { sorId } from '../support/journey/demo-release.ts';
import type { Answered, Asked } from '../support/journey/gateway.ts';
import { dispatch } from '../support/journey/authoring.ts';
import { travel, type Travelled } from '../support/journey/travel.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const world = virtualWorld();
const calls: DatabaseCall[] = [];
let plane: DemoPlane;
let travelled: Travelled;
/** The table calls of a whole journey. After it every function is warm and has cached its head and its run. */
let journey: readonly string[];

const told = ({ operation, tables }: DatabaseCall): string => `${operation} ${tables.join(' ')}`;

beforeAll(async () => {
  plane = await world((call) => void calls.push(call));
  travelled = await plane.time.until(travel(plane));
  await plane.settle();
  journey = calls.map(told);
  // Stops the stream: what it writes does not belong to the call.
  plane.time.pump = () => false;
});

async function countCalls(asked: Asked): Promise<{ readonly answer: Answered; readonly calls: readonly string[] }> {
  calls.length = 0;
  const answer = await plane.gateway.call(asked);
  return { answer, calls: calls.map(told) };
}

const countAnsweredCalls = async (asked: Asked) => {
  const { answer, ...rest } = await countCalls(asked);
  expect([answer.status, answer.replayed], answer.text).toEqual([200, false]);
  return { answer, ...rest };
};

const newest = (): Item => plane.stored.items('ledger').at(-1) ?? {};
/** The size as DynamoDB counts it: names and values, in UTF-8. */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(`${name}${value}`), 0);

const ask = (functionName: string, tool: string, body: unknown, key?: string): Asked =>
  dispatch(travelled.runId, functionName, tool, body, key);
const lookup = (key?: string, identifier = 'CLM-2026-000046') =>
  ask('lookup', 'tool.claim.lookup', { identifier, source: sorId }, key);
const target = { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' };
const conversion = (amount: string) =>
  ask('conversion', 'tool.money.convert', { value: { amount, currency: 'EUR' }, target });
const repeatable = (tool: string): Asked => {
  const found = travelled.repeatable.find(({ asked }) => asked.path?.['tool'] === tool);
  if (!found) throw new Error(`${tool} was not called`);
  return found.asked;
};
/** The same request under a new key, which makes it another call. */
const withNewKey = (asked: Asked): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'idempotency-key': randomUUID() },
});

describe('a warm call of a tool makes no more table calls than allowed', () => {
  it('A call without ports writes once, about 1 KB', async () => {
    expect((await countAnsweredCalls(conversion('1.00'))).calls).toEqual(['write ledger']);
    expect(newest()['result']).toBeUndefined();
    expect(bytesOf(newest())).toBeLessThan(1536);
  });

  it('A read without a key writes once', async () => {
    expect((await countAnsweredCalls(lookup())).calls).toEqual(['write ledger']);
  });

  it('A read with a key reads once and writes once', async () => {
    expect((await countAnsweredCalls(lookup(randomUUID()))).calls).toEqual(['get ledger', 'write ledger']);
  });

  it('A staging makes one batch read, one write for each attachment, and one transaction', async () => {
    const texts = (): number =>
      plane.stored.items('actions').filter(({ text }) => Buffer.byteLength(String(text ?? '')) >= 1024).length;
    const before = texts();
    const asked = repeatable('tool.reserve.stage');
    const body = { ...(asked.body as object), rationale: `Another one. ${'x'.repeat(1500)}` };
    const staged = await countAnsweredCalls({ ...withNewKey(asked), body });
    expect(texts() - before).toBe(1);
    expect(staged.calls).toEqual([
      'batchGet ledger ledger ledger ledger',
      'write actions',
      'write actions',
      'write ledger actions',
    ]);

    const { id } = (JSON.parse(staged.answer.text) as { result: { id: string } }).result;
    const request = { subject: { kind: 'Action', id }, queue: 'queue.claims-approvals' };
    const requested = await countAnsweredCalls(ask('approval-request', 'tool.reserve.request-approval', request));
    expect(requested.calls, 'a request reads its subject once and makes one transaction').toEqual([
      'batchGet actions tasks',
      'write ledger tasks',
    ]);
  });

  it.each<[string, () => Asked, number]>([
    ['arguments that do not match', () => ask('lookup', 'tool.claim.lookup', { identifier: 7 }, randomUUID()), 400],
    ['an unknown tool', () => ask('lookup', 'tool.none', {}), 404],
    [
      'another purpose than that of the run',
      () => ({ ...lookup(), headers: { ...lookup().headers, 'purpose-of-use': 'underwriting.review' } }),
      400,
    ],
  ])('A refusal writes once: %s', async (_, asked, status) => {
    const { answer, calls: made } = await countCalls(asked());
    expect([answer.status, made]).toEqual([status, ['write ledger']]);
  });

  it('A failure writes once; if its key could have a record, that record is read first', async () => {
    const old = { ...(repeatable('tool.reserve.stage').body as object), basis: lookupEvent() };
    const { answer, calls: made } = await countCalls({ ...withNewKey(repeatable('tool.reserve.stage')), body: old });
    expect([answer.code, made]).toEqual([
      'basis.unfit',
      ['batchGet ledger ledger ledger', 'get ledger', 'write ledger'],
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['of a portless call', 'tool.money.convert', ['write ledger', 'write ledger']],
    ['of a keyed read', 'tool.policy.lookup', ['get ledger', 'write ledger']],
    [
      'of a staging (in addition to its refs and its attachment)',
      'tool.reserve.stage',
      [
        'batchGet ledger ledger ledger ledger',
        'write actions',
        'write actions',
        'write ledger actions',
        'write ledger',
      ],
    ],
    [
      'of a request for approval (in addition to its subject)',
      'tool.reserve.request-approval',
      ['batchGet actions tasks', 'write ledger', 'write ledger'],
    ],
  ])('A replay %s makes one read or one failed write, and writes one event', async (_, tool, expected) => {
    const { answer, calls: made } = await countCalls(repeatable(tool));
    expect([answer.replayed, made]).toEqual([true, expected]);
  });
});

/** An event of this run that is not a lookup of the claim. */
function lookupEvent(): string {
  const found = travelled.repeatable.find(({ asked }) => asked.path?.['tool'] === 'tool.policy.lookup');
  return (JSON.parse(found?.answer.text ?? '') as { receipt: { eventId: string } }).receipt.eventId;
}

describe('cold call', () => {
  it('reads the head once and its run once, and later calls read neither', () => {
    const first = journey.slice(0, 9);
    expect(first).toEqual([
      // Opens a run.
      'get head',
      'write runs ledger',
      // Looks the policy up, with a key.
      'get head',
      'get runs',
      'get ledger',
      'write ledger',
      // Looks the claim up: the same function, now warm.
      'write ledger',
      // Converts: another function.
      'get head',
      'get runs',
    ]);
  });
});

describe('the Action Plane', () => {
  it('makes one transaction for each transition and each Decision, and writes its rows in no other way', () => {
    const writes = journey.filter((call) => /^write .*(actions|tasks|decisions)/.test(call));
    expect(writes).toEqual([
      // Stages with its case; stages again, which the record answers; requests approval.
      'write actions',
      'write actions',
      'write ledger actions',
      'write actions',
      'write actions',
      'write ledger actions',
      'write ledger tasks',
      // Opens, stores the token of the wait, grants, claims, commits.
      'write ledger actions tasks',
      'write tasks',
      'write ledger actions tasks decisions',
      'write ledger actions',
      'write ledger actions',
    ]);
  });
});
