import { ended } from '../../action-plane/states.ts';
import type { Action } from '../../contract/rows/action.ts';
import { Failure } from '../../contract/failures.ts';
import type { Caller } from '../../contract/authority/identity.ts';
import { actionId, keySpaceHash, taskId } from '../../contract/dispatch/keys.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { RowLists } from '../../contract/rows/row-lists.ts';
import type { Ledger, Release } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import type { Task } from '../../contract/rows/task.ts';
import { mustBeCleared } from '../clearance.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { preferenceOf } from '../prefer.ts';
import { readEvent } from '../read-event.ts';
import { actionAnswer } from './action-answer.ts';
import { waitsForOperator } from './waits-for-operator.ts';

export interface ActionsDependencies extends ReleaseSource {
  readonly store: Pick<ActionPlaneStore, 'action' | 'task'>;
  readonly lists: RowLists;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly now: () => number;
  readonly sleep: (millis: number) => Promise<void>;
}

const pollMillis = 1000;
/** The time that remains for writing the event and answering after a wait. */
const answerMillis = 2000;

/**
 * Handles `GET /v1/actions/{id}` and `GET /v1/actions?tool=&key=`. With `Prefer: wait=20` (RFC 7240, 4.3) it answers as
 * soon as the state changes. If the state can no longer change, it answers at once.
 */
export const readAction =
  (deps: ActionsDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { store } = deps;
    const release = await releaseInForce(deps);
    const found = await store.action(idOf(request));
    const task = found && (await taskOf(store, found));
    if (!found || !(await mayRead(release, request.caller, { action: found, task }))) {
      throw new Failure('action.unknown', 'no Action that this caller may read has this id, or this tool and key');
    }
    await mustBeCleared(release, request.caller, found.markings);
    const action = await changed(deps, found, waitUntil(request));
    const read = readEvent(request, {
      release: release.id,
      subject: action.id,
      actionId: action.id,
      runId: action.runId,
      purpose: action.purpose,
    });
    await deps.ledger.note(read);
    const taskNow = action === found ? task : await taskOf(store, action);
    return json(200, actionAnswer(action, taskNow, await waitsForOperator(deps.library, action)), read.eventId);
  };

/**
 * Returns the id in the path, or computes the id from tool, key and caller. The caller is part of the key space, and
 * the id is the hash of the key space, so only the caller's own Actions can be found.
 */
function idOf({ event, caller }: HttpRequest): string {
  const id = event.pathParameters?.['id'];
  if (id !== undefined) return id;
  const { tool, key } = event.queryStringParameters ?? {};
  if (tool === undefined || key === undefined)
    throw new Failure('request.invalid', 'the parameters tool and key are both required. Send ?tool=TOOL&key=KEY');
  return actionId(keySpaceHash({ principal: `${caller.kind}:${caller.id}`, tool, key: `key:${key}` }));
}

const taskOf = (store: ActionsDependencies['store'], action: Action): Promise<Task | undefined> =>
  store.task(action.taskId ?? taskId(action.id, action.round));

async function mayRead(
  release: Release,
  caller: Caller,
  { action, task }: { readonly action: Action; readonly task: Task | undefined },
): Promise<boolean> {
  if (reads.Action(caller, action, task?.groups ?? [])) return true;
  const loaded = await Promise.all(
    action.approval.queues.map(async (name) => {
      const queue = release.describe('Queue', name);
      return queue && release.load(queue);
    }),
  );
  return reads.Action(
    caller,
    action,
    loaded.flatMap((queue) => queue?.groups ?? []),
  );
}

/** Returns the instant until which the caller prefers to wait. A wait that is no whole number of seconds is ignored. */
function waitUntil({ event, at, deadlineAt }: HttpRequest): number {
  const wait = preferenceOf(event.headers, 'wait') ?? '0';
  const seconds = /^\d{1,4}$/.test(wait) ? Number(wait) : 0;
  return Math.min(at + seconds * 1000, deadlineAt - answerMillis);
}

async function changed(
  { store, now, sleep }: ActionsDependencies,
  found: Action,
  untilMillis: number,
): Promise<Action> {
  let action = found;
  while (action.state === found.state && !ended(action) && now() < untilMillis) {
    await sleep(Math.min(pollMillis, untilMillis - now()));
    action = (await store.action(found.id)) ?? found;
  }
  return action;
}
