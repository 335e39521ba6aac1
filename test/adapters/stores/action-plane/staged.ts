import { newUuid } from '../../../../contract/dispatch/keys.ts';
import { someAction, someKey, someRecord, someTask, someTransition } from '../../../support/rows.ts';
import { opener, staging } from '../under-test.ts';

/** Stages an Action with its Task, and returns the rows of a transition from there. */
export const stagedIn = (opened: ReturnType<typeof opener>) => async () => {
  const stores = opened();
  const action = someAction();
  const task = someTask(action, { queue: `queue.${newUuid()}` });
  const [one, two] = [someKey(), someKey('approval-request')];
  await stores.ledger.record(one, someRecord(one), staging(action));
  await stores.ledger.record(two, someRecord(two), { put: 'Task', row: task });
  const to = {
    action: { ...action, state: 'pending', version: 2 } as const,
    task: { ...task, state: 'open', version: 2 } as const,
  };
  return { ...stores, action, task, to, event: someTransition(action, to.action) };
};
