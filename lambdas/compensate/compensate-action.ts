import * as z from 'zod';
import { applyPlanned } from '../../action-plane/apply.ts';
import { authoredRelease, kindOf } from '../../action-plane/authored-release.ts';
import { involvedInAction } from '../../action-plane/involved.ts';
import { compensate, compensatingKind, type Compensated } from '../../action-plane/compensate.ts';
import { mayStage, type Authority } from '../../action-plane/commit-permission.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import { ended } from '../../action-plane/states.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { actorOf, type Caller } from '../../contract/authority/identity.ts';
import { resolvePrincipal } from '../../contract/authority/principal.ts';
import { reads } from '../../contract/authority/reads.ts';
import { Failure } from '../../contract/failures.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import { parseJson } from '../../contract/values/json.ts';
import type { Ledger, Release } from '../../contract/system.ts';
import { actionAsked } from '../action-plane/action-asked.ts';
import { humanText } from '../action-plane/human-text.ts';
import { mustBeCleared } from '../clearance.ts';
import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';
import { readEvent } from '../read-event.ts';

export interface CompensateDependencies extends Authority {
  readonly store: ActionPlaneStore;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly now: () => number;
}

const asked = z.strictObject({ rationale: humanText });

/**
 * Handles `POST /v1/actions/{id}/compensate`: the requester asks to undo a committed Action. The answer is a new staged
 * Action, which is approved and sent like any other. A second request gets the same Action, unless that Action has
 * ended without effect; that answer has an event of its own.
 */
export const compensateAction = (deps: CompensateDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const body = parseJson(bodyOf(request.event));
    const { data, error } = asked.safeParse(body);
    if (error) throw invalidRequest(error, body, asked);
    const inForce = await releaseInForce(deps);
    let standing: Action | undefined;
    const planned = await applyPlanned(store, async () => {
      const original = await actionAsked(store, request, reads.OwnAction);
      await mustBeCleared(inForce, request.caller, original.markings);
      standing = await compensationOf(store, original);
      if (standing && !withoutEffect(standing)) return undefined;
      const compensated = await compensatedOf(deps, original);
      const requester = await permitted(deps, inForce, { compensated, caller: request.caller });
      const stamp: Stamp = {
        function: 'compensate',
        uuid: request.id,
        atMillis: deps.now(),
        by: requester.requester,
        release: inForce.id,
        via: request.via,
      };
      return { transition: compensate(compensated, { ...requester, rationale: data.rationale }, stamp) };
    });
    const { staged, event } = planned?.transition ?? {};
    const answered = staged?.row ?? standing;
    if (!answered) throw new Failure('internal', 'the transition of a compensation has no Action');
    const { id: actionId, runId, purpose } = answered;
    const read = readEvent(request, { release: inForce.id, subject: actionId, actionId, runId, purpose });
    if (!event) await deps.ledger.note(read);
    return json(staged ? 201 : 200, viewOfAction(answered), (event ?? read).eventId);
  };
};

const compensationOf = async (store: ActionPlaneStore, { compensatedBy }: Action): Promise<Action | undefined> =>
  compensatedBy === undefined ? undefined : store.action(compensatedBy);

const withoutEffect = (action: Action): boolean => ended(action) && action.state !== 'committed';

/**
 * Collects everything from which the compensation is made.
 * @throws Failure `run.pin_unavailable`, `subject.unfit`
 */
async function compensatedOf({ library, store }: CompensateDependencies, original: Action): Promise<Compensated> {
  const release = await authoredRelease(library, original);
  const kind = release && (await kindOf(release, original));
  if (!kind) throw new Failure('run.pin_unavailable', 'this build does not have the artefacts that the Action pins');
  const by = release.describe('ActionKind', compensatingKind(kind).kind);
  if (!by) throw new Failure('run.pin_unavailable', 'this build does not have the compensating action kind');
  const [payload, kept] = await Promise.all([
    store.attachment(original.payloadHash),
    store.attachment(original.caseHash),
  ]);
  if (payload === undefined || kept === undefined)
    throw new Failure('internal', 'the payload or the case of the Action is missing from the store');
  return {
    original,
    payload: JSON.parse(payload) as unknown,
    // This is canonical JSON that the platform wrote and stored under its hash, so it is not validated.
    kept: JSON.parse(kept) as ActionCase,
    kind,
    by: await release.load(by),
    pins: release.pins,
  };
}

/**
 * Checks that the caller may now stage with the tool of the original Action. The caller's rights come from the release
 * in force.
 */
async function permitted(
  deps: CompensateDependencies,
  inForce: Release,
  { compensated, caller }: { readonly compensated: Compensated; readonly caller: Caller },
) {
  const { original, by } = compensated;
  const principal = await resolvePrincipal(inForce, caller);
  const authored = await authoredRelease(deps.library, original);
  if (!principal || !authored) throw new Failure('caller.unknown', 'the release in force does not define this caller');
  const { kinds = [], ...others } = involvedInAction({ ...original, requester: actorOf(caller) }, undefined);
  // The new Action has its own kind and its own queues.
  const involved = { ...others, kinds: [...kinds, by.id], queues: [] };
  const policies = await mayStage(deps, { inForce, authored, principal, involved }, original);
  return {
    requester: actorOf(caller),
    ...(principal.owner === undefined ? {} : { owner: principal.owner }),
    policies,
  };
}
