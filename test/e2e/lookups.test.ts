import { afterEach, expect, it } from 'vitest';
import { auditLogWith } from './support/audit-log.ts';
import { resetSwitches, setSwitches, touch } from './support/policy-admin.ts';
import { lookUpClaim, source } from './support/reserve.ts';
import { dispatch, newKey, openRun } from './support/run.ts';
import { answered, anyDispatch, claimFound, refused } from './support/shapes.ts';

afterEach(resetSwitches);

it('A second lookup in a run returns the present state of the source, and a replay under a key returns the first answer', async () => {
  const claim = 'CLM-2026-000066';
  const run = await openRun();
  const key = newKey();
  const kept = await lookUpClaim(run, claim, key);
  const before = answered(await lookUpClaim(run, claim), claimFound);
  const unchanged = answered(await lookUpClaim(run, claim), claimFound);
  await touch(`/claims/${claim}/reserve`, { amount: '28750.00' });
  const after = answered(await lookUpClaim(run, claim), claimFound);
  expect(unchanged.result).toEqual(before.result);
  expect(unchanged.receipt.eventId).not.toBe(before.receipt.eventId);
  expect(after.result.object.reserve.amount).toBe('28750.00');
  expect(after.result.sourceVersion).not.toBe(before.result.sourceVersion);
  expect(after.receipt.pins).toMatchObject({ [`${source}/claim`]: after.result.sourceVersion });
  const replay = await lookUpClaim(run, claim, key);
  expect([replay.text, replay.replayed]).toEqual([kept.text, true]);
});

it('If a source is unavailable, the lookup gets 503 and is not recorded, so that a retry under its key succeeds', async () => {
  const claim = 'CLM-2026-000067';
  const run = await openRun();
  const key = newKey();
  await setSwitches({ unavailableNext: 1, appliesTo: 'reads', pathPrefix: `/claims/${claim}` });
  const away = await lookUpClaim(run, claim, key);
  expect(refused(away)).toMatchObject({ status: 503, exceptions: [{ kind: 'lookup.source_unavailable' }] });
  expect(away.retryAfterSeconds).toBeGreaterThan(0);
  const back = await lookUpClaim(run, claim, key);
  expect([back.status, back.replayed]).toEqual([200, false]);
  const logged = await auditLogWith({ run: run.runId }, [away.eventId, back.eventId]);
  expect(logged.find(({ eventId }) => eventId === away.eventId)).toMatchObject({
    outcome: 'failed',
    exceptions: ['lookup.source_unavailable'],
  });
});

it('If a source does not have the object, the lookup returns not_found with a typed exception; a malformed identifier gets 400', async () => {
  const run = await openRun();
  const answer = answered(await lookUpClaim(run, 'CLM-2026-999999'), anyDispatch);
  expect(answer).toMatchObject({ result: { status: 'not_found' }, exceptions: [{ kind: 'lookup.not_found' }] });
  const malformed = await dispatch(run, 'tool.claim.lookup', {
    body: { identifier: '../policies/POL-2026-000123', source },
  });
  expect(refused(malformed)).toMatchObject({ status: 400, code: 'arguments.invalid', pointer: '/identifier' });
});

it('If two runs use one warm function, the second run reads the source anew and gets no data of the first', async () => {
  const claim = 'CLM-2026-000068';
  const [first, second] = [await openRun(), await openRun()];
  answered(await lookUpClaim(first, claim), claimFound);
  await touch(`/claims/${claim}/reserve`, { amount: '29000.00' });
  const other = answered(await lookUpClaim(second, claim), claimFound);
  expect(other.result.object.reserve.amount).toBe('29000.00');
});
