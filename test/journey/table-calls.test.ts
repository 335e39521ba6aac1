import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseCall } from '../../adapters/memory/faults.ts';
import type { Item } from '../../adapters/tables/database.ts';
import type { DemoPlane } from '../support/journey/demo-plane.ts';
import { sorId } from '../support/journey/demo-release.ts';
import type { Answered, Asked } from '../support/journey/gateway.ts';
import { dispatch } from '../support/journey/authoring.ts';
import { runJourney, type FinishedJourney } from '../support/journey/run-journey.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const world = virtualWorld();
const calls: DatabaseCall[] = [];
let plane: DemoPlane;
let finished: FinishedJourney;
/** The table calls of a whole journey. After it every function is warm and has cached the head and the run. */
let journey: readonly string[];

const described = ({ operation, tables }: DatabaseCall): string => `${operation} ${tables.join(' ')}`;

beforeAll(async () => {
  plane = await world((call) => void calls.push(call));
  finished = await plane.time.until(runJourney(plane));
  await plane.settle();
  journey = calls.map(described);
  // Stops the stream, because its writes do not belong to the measured call.
  plane.time.pump = () => false;
});

async function countCalls(asked: Asked): Promise<{ readonly answer: Answered; readonly calls: readonly string[] }> {
  calls.length = 0;
  const answer = await plane.gateway.call(asked);
  return { answer, calls: calls.map(described) };
}

const countAnsweredCalls = async (asked: Asked) => {
  const { answer, ...rest } = await countCalls(asked);
  expect([answer.status, answer.replayed], answer.text).toEqual([200, false]);
  return { answer, ...rest };
};

const newest = (): Item => plane.stored.items('ledger').at(-1) ?? {};
/** Returns an item's size as DynamoDB counts it: the bytes of names and values in UTF-8. */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(`${name}${value}`), 0);

const ask = (
  { functionName, tool }: { readonly functionName: string; readonly tool: string },
  { body, key }: { readonly body: unknown; readonly key?: string | undefined },
): Asked => dispatch(finished.runId, { functionName, tool }, { body, key });
const lookup = (key?: string, identifier = 'CLM-2026-000046') =>
  ask({ functionName: 'lookup', tool: 'tool.claim.lookup' }, { body: { identifier, source: sorId }, key });
const target = { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' };
const conversion = (amount: string) =>
  ask(
    { functionName: 'conversion', tool: 'tool.money.convert' },
    { body: { value: { amount, currency: 'EUR' }, target } },
  );
const repeatable = (tool: string): Asked => {
  const found = finished.repeatable.find(({ asked }) => asked.path?.['tool'] === tool);
  if (!found) throw new Error(`${tool} was not called`);
  return found.asked;
};
/** Makes the same request under a new key, which makes it another call. */
const withNewKey = (asked: Asked): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'idempotency-key': randomUUID() },
});

describe('Table calls of warm functions', () => {
  it('A warm call without ports makes one table write of less than 1.6 KB', async () => {
    expect((await countAnsweredCalls(conversion('1.00'))).calls).toEqual(['write ledger']);
    expect(newest()['result']).toBeUndefined();
    expect(bytesOf(newest())).toBeLessThan(1638);
  });

  it('A warm read without a key makes one table write', async () => {
    expect((await countAnsweredCalls(lookup())).calls).toEqual(['write ledger']);
  });

  it('A warm read with a key makes one table read and one table write', async () => {
    expect((await countAnsweredCalls(lookup(randomUUID()))).calls).toEqual(['get ledger', 'write ledger']);
  });

  it('In a warm function, a staging makes one batch read, one read for its Idempotency-Key, one write for each attachment and one transaction', async () => {
    const texts = (): number =>
      plane.stored.items('actions').filter(({ text }) => Buffer.byteLength(String(text ?? '')) >= 1024).length;
    const before = texts();
    const asked = repeatable('tool.reserve.stage');
    const body = { ...(asked.body as object), rationale: `Another one. ${'x'.repeat(1500)}` };
    const staged = await countAnsweredCalls({ ...withNewKey(asked), body });
    expect(texts() - before).toBe(1);
    expect(staged.calls).toEqual([
      'batchGet ledger ledger ledger ledger',
      'get ledger',
      'write actions',
      'write actions',
      'write ledger actions',
    ]);

    const { id } = (JSON.parse(staged.answer.text) as { result: { id: string } }).result;
    const request = { subject: { kind: 'Action', id }, queue: 'queue.claims-approvals' };
    const requested = await countAnsweredCalls(
      ask({ functionName: 'approval-request', tool: 'tool.reserve.request-approval' }, { body: request }),
    );
    expect(requested.calls, 'a request reads its subject and its key once and makes one transaction').toEqual([
      'batchGet actions tasks',
      'get ledger',
      'write ledger tasks',
    ]);
  });

  it.each<[string, () => Asked, number]>([
    [
      'arguments that do not match the schema',
      () => ask({ functionName: 'lookup', tool: 'tool.claim.lookup' }, { body: { identifier: 7 }, key: randomUUID() }),
      400,
    ],
    ['an unknown tool', () => ask({ functionName: 'lookup', tool: 'tool.none' }, { body: {} }), 404],
    [
      'a purpose other than that of the run',
      () => ({ ...lookup(), headers: { ...lookup().headers, 'purpose-of-use': 'underwriting.review' } }),
      400,
    ],
  ])('A call that is refused because of %s makes one table write', async (_, asked, status) => {
    const { answer, calls: made } = await countCalls(asked());
    expect([answer.status, made]).toEqual([status, ['write ledger']]);
  });

  it('A failed staging reads the record of its key before and after it executes, and then makes one table write', async () => {
    const old = { ...(repeatable('tool.reserve.stage').body as object), basis: policyLookupEvent() };
    const { answer, calls: made } = await countCalls({ ...withNewKey(repeatable('tool.reserve.stage')), body: old });
    expect([answer.code, made]).toEqual([
      'basis.unfit',
      ['batchGet ledger ledger ledger', 'get ledger', 'get ledger', 'write ledger'],
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['of a call without ports', 'tool.money.convert', ['write ledger', 'write ledger']],
    ['of a read with a key', 'tool.policy.lookup', ['get ledger', 'write ledger']],
    [
      'of a staging, after it read its refs,',
      'tool.reserve.stage',
      ['batchGet ledger ledger ledger ledger', 'get ledger', 'write ledger'],
    ],
    [
      'of a request for approval, after it read its subject,',
      'tool.reserve.request-approval',
      ['batchGet actions tasks', 'get ledger', 'write ledger'],
    ],
  ])('A replay %s makes one table read or one failed write, and then writes its event', async (_, tool, expected) => {
    const { answer, calls: made } = await countCalls(repeatable(tool));
    expect([answer.replayed, made]).toEqual([true, expected]);
  });
});

/** Returns the id of an event of this run that is not a lookup of the claim. */
function policyLookupEvent(): string {
  const found = finished.repeatable.find(({ asked }) => asked.path?.['tool'] === 'tool.policy.lookup');
  return (JSON.parse(found?.answer.text ?? '') as { receipt: { eventId: string } }).receipt.eventId;
}

describe('A cold function', () => {
  it('A cold function reads the head once and the run once; its later calls read neither', () => {
    const first = journey.slice(0, 9);
    expect(first).toEqual([
      // The agent opens a run.
      'get head',
      'write runs ledger',
      // It looks the policy up, with a key.
      'get head',
      'get runs',
      'get ledger',
      'write ledger',
      // It looks the claim up: the same function, which is now warm.
      'write ledger',
      // It converts an amount: another function.
      'get head',
      'get runs',
    ]);
  });
});

describe('The table writes of the Action Plane', () => {
  it('Each transition and each Decision is written in one transaction with its event; the only other writes are the attachments and the token of the wait', () => {
    const writes = journey.filter((call) => /^write .*(actions|tasks|decisions)/.test(call));
    expect(writes).toEqual([
      // The agent stages, which also writes the attachments, and requests approval. It also stages again, which the record
      // answers.
      'write actions',
      'write actions',
      'write ledger actions',
      'write ledger tasks',
      // The Task is opened, the token of the wait is stored, the approver grants, the commit starts, and the change is
      // committed.
      'write ledger actions tasks',
      'write tasks',
      'write ledger actions tasks decisions',
      'write ledger actions',
      'write ledger actions',
    ]);
  });
});
