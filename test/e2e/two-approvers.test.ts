import { expect, it } from 'vitest';
import { decisionsOf, roundsOf } from './support/two-approvers.ts';

it('If two approvers decide a Task at the same instant, one gets 200 and the other 409, and the Task has one Decision (ten Tasks)', async () => {
  const rounds = await roundsOf(['CLM-2026-000083', 'CLM-2026-000087'], 5);
  expect(rounds.map(({ statuses }) => statuses)).toEqual(Array.from({ length: 10 }, () => [200, 409]));
  expect(await decisionsOf(rounds.map(({ taskId }) => taskId))).toEqual(Array.from({ length: 10 }, () => 1));
});
