import { applyPlanned } from '../../../action-plane/apply.ts';
import { expireStaged, forgotten } from '../../../action-plane/expire.ts';
import { mustFindAction } from '../../../action-plane/must-find-action.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Clock } from '../clock.ts';

export interface ForgottenDependencies extends Clock {
  readonly store: ActionPlaneStore;
  /** Reports an Action that could not be ended. A call after ten minutes tries again. */
  readonly failed: (error: unknown, actionId: string) => void;
}

/**
 * The number of Actions in a page, and the number of Actions after which one call stops. A function has far more time
 * than this many Actions need.
 */
const listed = 50;
const perCall = 200;
/** Actions that can never be ended must not fill every call, so they wait before the next attempt. */
const postponedMillis = 600_000;

/**
 * Ends staged and pending Actions whose `stagedUntil` has passed, the earliest `stagedUntil` first. It is called once a
 * minute. An Action that a caller has changed in the meantime stays as it is, and an Action that fails does not delay
 * the others: it is tried again after ten minutes.
 * @returns the number of Actions that it ended
 */
export const expireForgotten = (deps: ForgottenDependencies) => async (): Promise<{ readonly expired: number }> => {
  const { store, now, failed } = deps;
  const before = new Date(now()).toISOString();
  let after: string | undefined;
  let [seen, expired] = [0, 0];
  while (seen < perCall) {
    const page = await store.undecidedPast({ before, limit: listed, ...(after === undefined ? {} : { after }) });
    for (const { id } of page) {
      try {
        if (await expireOne(deps, id)) expired += 1;
      } catch (error) {
        failed(error, id);
        await postpone(deps, id);
      }
    }
    seen += page.length;
    after = page.at(-1)?.endsAt;
    if (page.length < listed) break;
  }
  return { expired };
};

/** If the Action cannot be postponed either, the call of the next minute tries to end it again. */
async function postpone({ store, now, failed }: ForgottenDependencies, id: string): Promise<void> {
  try {
    await store.postpone(id, new Date(now() + postponedMillis).toISOString());
  } catch (error) {
    failed(error, id);
  }
}

/**
 * Ends one Action. The index may be out of date, so the row is read again, and only an Action that is due according to
 * its row is ended.
 */
async function expireOne({ store, now, uuid }: ForgottenDependencies, id: string): Promise<boolean> {
  const planned = await applyPlanned(store, async () => {
    const action = await mustFindAction(store, id);
    if (!forgotten(action, now())) return undefined;
    const task = await store.task(taskId(action.id, action.round));
    const by = platformActor('staged-expire');
    const { release } = action;
    const stamp = { function: 'staged-expire', uuid: uuid(), atMillis: now(), by, release } as const;
    return { transition: expireStaged(action, task, stamp) };
  });
  return planned !== undefined;
}
