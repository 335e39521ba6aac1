import { expect, it } from 'vitest';
import { decisionsOf, roundsOf } from '../e2e/support/two-approvers.ts';

const claims = ['CLM-2026-000075', 'CLM-2026-000076', 'CLM-2026-000077', 'CLM-2026-000079'];

it('In two hundred rounds of two approvers who decide at the same instant, one gets 200 and the other 409, and each Task has one Decision', async () => {
  const rounds = await roundsOf(claims, 50);
  expect(rounds.map(({ statuses }) => statuses)).toEqual(Array.from({ length: 200 }, () => [200, 409]));
  expect(await decisionsOf(rounds.map(({ taskId }) => taskId))).toEqual(Array.from({ length: 200 }, () => 1));
});
