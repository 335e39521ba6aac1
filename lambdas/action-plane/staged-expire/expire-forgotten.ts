import { applyPlanned } from '../../../action-plane/apply.ts';
import { expireStaged, forgotten } from '../../../action-plane/expire.ts';
import { mustFindAction } from '../../../action-plane/must-find-action.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Clock } from '../clock.ts';

export interface ForgottenDependencies extends Clock {
  readonly store: ActionPlaneStore;
  /** Told of each Action that could not be ended. The next minute tries it again. */
  readonly failed: (error: unknown, actionId: string) => void;
}

/** A page of the index, and the Actions of one call: what is left waits a minute, far inside the time of a function. */
const listed = 50;
const perCall = 200;

/**
 * Ends staged Actions whose time has passed, the oldest first. Called once a minute. An Action that a caller has moved
 * meanwhile stays as it is, and one that fails does not keep the others waiting.
 * @returns how many it ended
 */
export const expireForgotten = (deps: ForgottenDependencies) => async (): Promise<{ readonly expired: number }> => {
  const { store, now, failed } = deps;
  const before = new Date(now()).toISOString();
  let after: string | undefined;
  let [seen, expired] = [0, 0];
  while (seen < perCall) {
    const page = await store.stagedPast({ before, limit: listed, ...(after === undefined ? {} : { after }) });
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

/** The index may be behind, so the row decides. */
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
