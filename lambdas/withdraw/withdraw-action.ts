import * as z from 'zod';
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
import { parseJson } from '../../contract/values/json.ts';
import { actionAsked } from '../action-plane/action-asked.ts';
import { humanText } from '../action-plane/human-text.ts';
import { resumeIfDecided, type ResumeDependencies } from '../action-plane/resume.ts';

import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';

export interface WithdrawDependencies extends ReleaseSource, ResumeDependencies {
  readonly store: ActionPlaneStore;
}

const asked = z.strictObject({ reason: humanText.optional() });

/**
 * Handles `POST /v1/actions/{id}/withdraw`: the requester withdraws its Action before it is sent. A second request gets
 * the same answer.
 */
export const withdrawAction = (deps: WithdrawDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const { reason } = parsed(bodyOf(request.event));
    const release = (await releaseInForce(deps)).id;
    const by = actorOf(request.caller);
    let before: Action | undefined;
    const planned = await applyPlanned(store, async () => {
      before = await actionAsked(store, request, reads.OwnAction);
      if (before.state === 'cancelled') return undefined;
      const task = await store.task(taskId(before.id, before.round));
      const stamp: Stamp = { function: 'withdraw', uuid: request.id, atMillis: deps.now(), by, release };
      return { transition: withdraw({ action: before, task }, reason, stamp) };
    });
    const { action, task, event } = planned?.transition ?? {};
    if (task) await resumeIfDecided(deps, task.to);
    const after = action?.to ?? before ?? (await actionAsked(store, request, reads.OwnAction));
    return json(200, { decisionId: after.decisionId, action: viewOfAction(after) }, event?.eventId);
  };
};

/** Parses the body. Without a body, the withdrawal has no reason. */
function parsed(text: string): z.infer<typeof asked> {
  const body = text === '' ? {} : parseJson(text);
  const { data, error } = asked.safeParse(body);
  if (error) throw invalidRequest(error, body, asked);
  return data;
}
