import { afterEach, expect, it } from 'vitest';
import { auditLogWith } from './support/audit-log.ts';
import { resetSwitches, setSwitches, touch } from './support/policy-admin.ts';
import { lookUpClaim, source } from './support/reserve.ts';
import { dispatch, newKey, openRun } from './support/run.ts';
import { answered, anyDispatch, claimFound, refused } from './support/shapes.ts';

afterEach(resetSwitches);

it('a lookup sees what the source has now, though the same run asked before; a key repeats what it was told', async () => {
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

it('a source that is away is a 503 that lists it and is never a recorded answer: the same key then succeeds', async () => {
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

it('what a source does not have is a typed answer, not a failure', async () => {
  const run = await openRun();
  const answer = answered(await lookUpClaim(run, 'CLM-2026-999999'), anyDispatch);
  expect(answer).toMatchObject({ result: { status: 'not_found' }, exceptions: [{ kind: 'lookup.not_found' }] });
  const malformed = await dispatch(run, 'tool.claim.lookup', { identifier: '../policies/POL-2026-000123', source });
  expect(refused(malformed)).toMatchObject({ status: 400, code: 'arguments.invalid', pointer: '/identifier' });
});

it('two runs in one warm function tell each other nothing', async () => {
  const claim = 'CLM-2026-000068';
  const [first, second] = [await openRun(), await openRun()];
  answered(await lookUpClaim(first, claim), claimFound);
  await touch(`/claims/${claim}/reserve`, { amount: '29000.00' });
  const other = answered(await lookUpClaim(second, claim), claimFound);
  expect(other.result.object.reserve.amount).toBe('29000.00');
});
