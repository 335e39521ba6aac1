import { expect, it } from 'vitest';
import { decisionsOf, roundsOf } from './support/two-approvers.ts';

it('In ten rounds of two approvers who decide at the same instant, one gets 200 and the other 409, and each Task has one Decision', async () => {
  const rounds = await roundsOf(['CLM-2026-000083', 'CLM-2026-000087'], 5);
  expect(rounds.map(({ statuses }) => statuses)).toEqual(Array.from({ length: 10 }, () => [200, 409]));
  expect(await decisionsOf(rounds.map(({ taskId }) => taskId))).toEqual(Array.from({ length: 10 }, () => 1));
});
