import { expect, it } from 'vitest';
import { equalCalls } from '../e2e/support/equal-calls.ts';

it('If fifty equal calls are sent at the same time, one Action is staged, and each caller gets the same bytes or 409', async () => {
  const left = await equalCalls('CLM-2026-000051', 50);
  expect(left).toEqual({ bodies: 1, events: 50, stagings: 1, actions: 1, otherStatuses: [] });
});
