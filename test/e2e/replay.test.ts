import { expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { equalCalls } from './support/equal-calls.ts';
import { prepare, stage, stageReserve, type Staging } from './support/reserve.ts';
import { dispatch, newKey, openRun } from './support/run.ts';
import { actionRead, answered, refused, staged } from './support/shapes.ts';

const withAmount = (staging: Staging, amount: string): Staging => ({
  ...staging,
  action: { ...staging.action, payload: { ...staging.action.payload, amount } },
});

/** Returns the same JSON value with the members of every object in reverse order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
};

it('A replay has the bytes of the first answer, is marked as a replay, and has an audit event of its own', async () => {
  const { run, staging, key, answer: first } = await stageReserve({ claim: 'CLM-2026-000046' });
  const again = await stage(run, staging, key);
  const reordered = await stage(run, reversed(staging), key);
  expect(first.replayed).toBe(false);
  expect([again.status, again.replayed, again.text]).toEqual([200, true, first.text]);
  expect([reordered.status, reordered.replayed, reordered.text]).toEqual([200, true, first.text]);

  const eventIds = [first.eventId, again.eventId, reordered.eventId];
  expect(new Set(eventIds).size).toBe(3);
  const logged = await auditLogWith({ run: run.runId }, eventIds);
  const outcomes = eventIds.map((id) => logged.find(({ eventId }) => eventId === id));
  expect(outcomes.map((event) => event?.outcome)).toEqual(['answered', 'replayed', 'replayed']);
  expect(outcomes.map((event) => event?.replays)).toEqual([undefined, first.eventId, first.eventId]);
});

it('If a key is used again with another amount, the call gets 422, and the answer reveals nothing of the first call', async () => {
  const { run, staging, key, actionId, answer: first } = await stageReserve({ claim: 'CLM-2026-000047' });
  const other = await stage(run, withAmount(staging, '27000.00'), key);
  const elsewhere = await stage(await openRun(), staging, key);
  expect(refused(other)).toMatchObject({ status: 422, code: 'key.reused' });
  // The call cites an event of another run. It is refused before its key is read, and no second Action is staged.
  expect(refused(elsewhere)).toMatchObject({ status: 404, code: 'event.unknown' });
  for (const secret of [actionId, first.eventId ?? '', staging.action.payload.amount, staging.basis]) {
    expect(other.text).not.toContain(secret);
    expect(elsewhere.text).not.toContain(secret);
  }
  expect((await stage(run, staging, key)).text).toBe(first.text);
});

it('If two calls with two amounts use one key at the same time, one call is recorded and the other gets 422', async () => {
  const run = await openRun();
  const one = await prepare(run, { claim: 'CLM-2026-000048', amount: '26000.00' });
  const two = await prepare(run, { claim: 'CLM-2026-000048', amount: '27000.00' });
  const key = newKey();
  const answers = await Promise.all([stage(run, one, key), stage(run, two, key)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const won = answers.find(({ status }) => status === 200);
  const recorded = won === answers[0] ? one : two;
  expect((await stage(run, recorded, key)).text).toBe(won?.text);
});

it('If a call fails, its key stays free, and another call may use it', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim: 'CLM-2026-000049' });
  const key = newKey();
  const failed = await stage(run, withAmount(staging, '90000.00'), key);
  expect(refused(failed)).toMatchObject({ status: 422, code: 'evidence.mismatch' });
  const fresh = await stage(run, staging, key);
  expect([fresh.status, fresh.replayed]).toEqual([200, false]);
});

it('For a tool without effects, a key identifies a call only within one run of one caller', async () => {
  const run = await openRun();
  const key = newKey();
  const text = { value: 'a', target: { kind: 'hash', algorithm: 'sha256' } };
  const first = await dispatch(run, 'tool.money.convert', { body: text, key });
  expect((await dispatch(run, 'tool.money.convert', { body: reversed(text), key })).text).toBe(first.text);
  expect(refused(await dispatch(run, 'tool.money.convert', { body: { ...text, value: 'b' }, key })).code).toBe(
    'key.reused',
  );
  // Member names are case-sensitive. This is another call, so it must not get the record of the first.
  const cased = await dispatch(run, 'tool.money.convert', { body: { Value: 'a', target: text.target }, key });
  expect(refused(cased)).toMatchObject({ status: 400, code: 'arguments.invalid' });
  expect((await dispatch(await openRun(), 'tool.money.convert', { body: text, key })).replayed).toBe(false);
  expect((await dispatch(await openRun('adjuster'), 'tool.money.convert', { body: text, key })).replayed).toBe(false);
});

it('If an answer is lost, the caller finds its Action by the key, and a retry with the key returns the same Action', async () => {
  const { run, staging, key, actionId, answer: lost } = await stageReserve({ claim: 'CLM-2026-000050' });
  const query = new URLSearchParams({ tool: 'tool.reserve.stage', key });
  const path = `/v1/actions?${query.toString()}`;
  const found = answered(await ask('claims-agent', { method: 'GET', path }), actionRead);
  expect(found).toMatchObject({ id: actionId, state: 'staged', version: 1 });
  const retried = await stage(run, staging, key);
  expect(answered(retried, staged).result.id).toBe(actionId);
  expect(retried.text).toBe(lost.text);
  // The caller is part of the key, so nobody else finds the record, not even a caller who may see the Action.
  for (const who of ['intern-agent', 'adjuster', 'approver-1', 'operator']) {
    expect(refused(await ask(who, { method: 'GET', path }))).toMatchObject({ status: 404, code: 'action.unknown' });
  }
});

it('If ten equal calls are sent at the same time, one Action is staged, and each caller gets the same bytes or 409', async () => {
  const left = await equalCalls('CLM-2026-000051', 10);
  expect(left).toEqual({ bodies: 1, events: 10, stagings: 1, actions: 1, otherStatuses: [] });
});
