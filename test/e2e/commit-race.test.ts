import { afterEach, expect, it } from 'vitest';
import { journalOfRef, resetSwitches, setSwitches, touch } from './support/policy-admin.ts';
import { decide, openTask } from './support/reserve.ts';
import { expectOnePutPerAttempt } from './support/puts.ts';
import { until, untilState } from './support/until.ts';

afterEach(resetSwitches);

it('If the target changes while the commit is being sent, the SoR answers 412, overwrites nothing, and the Action is voided', async () => {
  const claim = 'CLM-2026-000058';
  const open = await openTask({ claim });
  // The system of record receives the request at once, but checks the precondition only after the switch is off.
  await setSwitches({ held: true, appliesTo: 'writes', pathPrefix: `/claims/${claim}/reserve` });
  expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
  await until('the arrival of the change', async () =>
    (await journalOfRef(open.actionId)).requests.some(({ method }) => method === 'PUT') ? true : undefined,
  );
  await touch(`/claims/${claim}/reserve`, { amount: '31000.00' });
  await resetSwitches();
  const action = await untilState(open.actionId, 'voided');
  expect(action.reason).toBe('target.changed');
  const { requests, changes } = await journalOfRef(open.actionId);
  expectOnePutPerAttempt(requests, action.attempts);
  expect(changes).toEqual([]);
});
