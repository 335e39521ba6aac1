import { actorOf, type Caller } from '../../contract/authority/identity.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseOfHead } from '../../contract/authority/release-in-force.ts';
import { actionStates, waitingActionStates, type Action, type ActionState } from '../../contract/rows/action.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { collected } from '../lists/collected.ts';
import { cursorsOf } from '../lists/cursor.ts';
import { instantOf, limitOf, parametersOf, statesOf } from '../lists/parameters.ts';
import { readEvent } from '../read-event.ts';
import { actionRows } from './action-rows.ts';
import type { ActionsDependencies } from './read-action.ts';

interface ActionQuery {
  readonly states: readonly ActionState[];
  readonly kind?: string;
  readonly target?: string;
  readonly requester?: string;
  readonly stagedBelow?: string;
  readonly limit: number;
  readonly cursor?: string;
  /** The parameters to which a cursor belongs. */
  readonly bound: Readonly<Record<string, string>>;
}

const names = ['state', 'kind', 'target', 'requester', 'olderThan', 'limit', 'cursor'] as const;

/**
 * Handles `GET /v1/actions` without a tool and a key: for an operator or an auditor all
 * Actions, and for any other caller its own. The Action that was staged first is the first one.
 */
export const listActions =
  (deps: ActionsDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller } = request;
    const query = queryOf(request);
    const head = await deps.head.current();
    const release = await releaseOfHead(deps.library, head);
    const cursors = cursorsOf(head.telemetryKey, {
      ...query.bound,
      caller: `${caller.kind}:${caller.id}`,
      list: 'actions',
    });
    const { states, limit, stagedBelow, cursor } = query;
    const whose = isOwn(query, caller) ? { requester: actorOf(caller) } : {};
    const found = await collected<Action, Action>({
      read: (part) =>
        deps.lists.actions({ ...whose, states, ...part, ...(stagedBelow === undefined ? {} : { below: stagedBelow }) }),
      keep: async (actions) => actions.map((action) => (matches(query, caller, action) ? action : undefined)),
      after: cursor === undefined ? undefined : cursors.open(cursor),
      limit,
    });
    const actions = await actionRows(deps, { release, request }, found.rows);
    const read = readEvent(request, { release: release.id, subject: 'actions' });
    await deps.ledger.note(read);
    const body = {
      at: new Date(request.at).toISOString(),
      actions,
      ...(found.next === undefined ? {} : { cursor: cursors.seal(found.next) }),
    };
    return json(200, body, read.eventId);
  };

/** Parses the parameters of a list of Actions. @throws Failure `request.invalid` */
function queryOf(request: HttpRequest): ActionQuery {
  const { state, olderThan, limit, cursor, ...same } = parametersOf(request, names);
  return {
    ...same,
    states: statesOf(state, actionStates, waitingActionStates),
    ...(olderThan === undefined
      ? {}
      : { stagedBelow: instantOf('olderThan', olderThan, { atMillis: request.at, ahead: -1 }) }),
    limit: limitOf(limit),
    ...(cursor === undefined ? {} : { cursor }),
    bound: {
      ...same,
      ...(state === undefined ? {} : { state }),
      ...(olderThan === undefined ? {} : { olderThan }),
    },
  };
}

const isOwn = ({ requester }: ActionQuery, caller: Caller): boolean => requester === 'me' || !reads.AllActions(caller);

function matches({ kind, target, requester }: ActionQuery, caller: Caller, action: Action): boolean {
  const { id, name } = action.requester;
  return (
    reads.Action(caller, action, []) &&
    (kind === undefined || action.kind === kind) &&
    (target === undefined || action.target.ref === target) &&
    (requester === undefined || requester === 'me' || requester === id || requester === name)
  );
}
