import { applyPlanned } from '../../../action-plane/apply.ts';
import { expireStaged, forgotten } from '../../../action-plane/expire.ts';
import { mustFindAction } from '../../../action-plane/must-find-action.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Clock } from '../clock.ts';

export interface ForgottenDependencies extends Clock {
  readonly store: ActionPlaneStore;
  /** Reports an Action that could not be ended. The call of the next minute tries again. */
  readonly failed: (error: unknown, actionId: string) => void;
}

/**
 * The number of Actions in a page, and the number of Actions after which one call stops. A function has far more time
 * than this many Actions need.
 */
const listed = 50;
const perCall = 200;

/**
 * Ends staged and pending Actions whose `stagedUntil` has passed, the earliest `stagedUntil` first. It is called once a
 * minute. An Action that a caller has changed in the meantime stays as it is, and an Action that fails does not delay
 * the others.
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
      }
    }
    seen += page.length;
    after = page.at(-1)?.endsAt;
    if (page.length < listed) break;
  }
  return { expired };
};

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
