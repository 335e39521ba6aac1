import { expect, it } from 'vitest';
import { human } from '../support/plane.ts';
import { play } from '../support/plane-run.ts';

it('An approved Action enters six states of one execution, from its Task to its commit', async () => {
  const { plane, executions, entered } = await play({
    votes: [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' }],
  });
  expect((await plane.action()).state).toBe('committed');
  expect([...executions.keys()]).toEqual([`${plane.taskId}-1`]);
  expect(entered).toEqual(['Verify', 'WhatIsNext', 'WaitForDecision', 'Send', 'WhatIsNext', 'Done']);
});
