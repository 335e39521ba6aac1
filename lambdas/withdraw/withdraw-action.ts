import { applyPlanned } from '../../action-plane/apply.ts';
import { withdraw } from '../../action-plane/withdraw.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { reads } from '../../contract/authority/reads.ts';
import { taskId } from '../../contract/dispatch/keys.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import type { Ledger } from '../../contract/system.ts';
import { actionAsked } from '../action-plane/action-asked.ts';
import { resumeIfDecided, type ResumeDependencies } from '../action-plane/resume.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { withdrawal } from './withdrawal.ts';
import { withdrawnBefore } from './withdrawn-before.ts';

export interface WithdrawDependencies extends ReleaseSource, ResumeDependencies {
  readonly store: ActionPlaneStore;
  readonly ledger: Pick<Ledger, 'note'>;
}

/**
 * Handles `POST /v1/actions/{id}/withdraw`: the requester withdraws its Action before it is sent. The answer to a second
 * request has the reason of the first one, which is not changed.
 */
export const withdrawAction = (deps: WithdrawDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const { reason } = withdrawal(request);
    const release = (await releaseInForce(deps)).id;
    const by = actorOf(request.caller);
    let before: Action | undefined;
    const planned = await applyPlanned(store, async () => {
      before = await actionAsked(store, request, reads.OwnAction);
      if (before.state === 'cancelled') return undefined;
      const task = await store.task(taskId(before.id, before.round));
      const { id: uuid, via } = request;
      const stamp: Stamp = { function: 'withdraw', uuid, atMillis: deps.now(), by, release, via };
      return { transition: withdraw({ action: before, task }, reason, stamp) };
    });
    const { action, task, event } = planned?.transition ?? {};
    if (task) await resumeIfDecided(deps, task.to);
    const after = action?.to ?? before ?? (await actionAsked(store, request, reads.OwnAction));
    const body = { decisionId: after.decisionId, reason: after.reason, action: viewOfAction(after) };
    if (event) return json(200, body, event.eventId);
    return withdrawnBefore(deps.ledger, { release, subject: after.id, actionId: after.id }, { request, body });
  };
};
