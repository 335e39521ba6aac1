import { expect, it } from 'vitest';
import { decisionsOf, roundsOf } from '../e2e/support/two-approvers.ts';

const claims = ['CLM-2026-000075', 'CLM-2026-000076', 'CLM-2026-000077', 'CLM-2026-000079'];

it('If two approvers decide a Task at the same instant, one gets 200 and the other 409, and the Task has one Decision (two hundred Tasks)', async () => {
  const rounds = await roundsOf(claims, 50);
  expect(rounds.map(({ statuses }) => statuses)).toEqual(Array.from({ length: 200 }, () => [200, 409]));
  expect(await decisionsOf(rounds.map(({ taskId }) => taskId))).toEqual(Array.from({ length: 200 }, () => 1));
});
