import * as z from 'zod';
import { applyPlanned } from '../../action-plane/apply.ts';
import { authoredRelease, kindOf } from '../../action-plane/authored-release.ts';
import { resolve } from '../../action-plane/resolve.ts';
import { settlesWithinOf } from '../../action-plane/settles.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import type { Owners } from '../../contract/authority/people.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { reads } from '../../contract/authority/reads.ts';
import { Failure } from '../../contract/failures.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import { parseJson } from '../../contract/values/json.ts';
import { actionAsked } from '../action-plane/action-asked.ts';
import { applyOutcome } from '../action-plane/apply-outcome.ts';
import { humanText } from '../action-plane/human-text.ts';
import { mustBeCleared } from '../clearance.ts';
import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';

export interface ResolveDependencies extends ReleaseSource {
  readonly store: ActionPlaneStore;
  readonly now: () => number;
  readonly uuid: () => string;
  readonly owners: Owners;
}

const said = z.strictObject({ outcome: z.enum(['arrived', 'not_arrived']), evidence: humanText });

/**
 * Handles `POST /v1/actions/{id}/resolve`: an operator reports if a change with an unknown outcome arrived at the SoR,
 * and how the operator found out.
 */
export const resolveAction = (deps: ResolveDependencies) => {
  const { store } = deps;
  const applying = { ...store, apply: applyOutcome(deps, 'resolve') };
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const body = parseJson(bodyOf(request.event));
    const { data, error } = said.safeParse(body);
    if (error) throw invalidRequest(error, body, said);
    const release = await releaseInForce(deps);
    const by = actorOf(request.caller);
    const planned = await applyPlanned(applying, async () => {
      const action = await actionAsked(store, request, reads.Unresolved);
      await mustBeCleared(release, request.caller, action.markings);
      const { id: uuid, via } = request;
      const stamp: Stamp = { function: 'resolve', uuid, atMillis: deps.now(), by, release: release.id, via };
      const unresolved = {
        action,
        kind: await authoredKind(deps, action),
        settlesWithinMillis: await settlesWithinOf(deps.library, action),
        owner: action.owner === undefined ? undefined : await deps.owners.find(action.owner),
      };
      const resolution = { arrived: data.outcome === 'arrived', evidence: data.evidence };
      return { transition: resolve(unresolved, resolution, stamp) };
    });
    const { action, decision, event } = planned?.transition ?? {};
    if (!action) throw new Failure('internal', 'the transition of a resolution has no Action');
    return json(200, { decisionId: decision?.id, action: viewOfAction(action.to) }, event?.eventId);
  };
};

async function authoredKind({ library }: ReleaseSource, action: Action): Promise<ActionKind> {
  const release = await authoredRelease(library, action);
  const kind = release && (await kindOf(release, action));
  if (!kind) throw new Failure('run.pin_unavailable', 'this build does not have the artefacts that the Action pins');
  return kind;
}
