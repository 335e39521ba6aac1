import { ownQueues } from '../../contract/authority/own-queues.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseOfHead, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { RowLists } from '../../contract/rows/row-lists.ts';
import type { Task } from '../../contract/rows/task.ts';
import type { Ledger } from '../../contract/system.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { collected } from '../lists/collected.ts';
import { cursorsOf } from '../lists/cursor.ts';
import { readEvent } from '../read-event.ts';
import type { CaseReaders } from './case/quoted-passages.ts';
import { listOf, taskQueryOf, type TaskQuery } from './task-query.ts';
import { taskRows } from './task-rows.ts';

export interface TasksDependencies extends ReleaseSource, CaseReaders {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action' | 'attachment'>;
  readonly lists: RowLists;
  readonly ledger: Pick<Ledger, 'note'>;
}

/** A Task with the Action that is its subject, if one is. */
export interface Listing {
  readonly task: Task;
  readonly action?: Action;
}

/**
 * Handles `GET /v1/tasks`: the Tasks of the caller's queues, the earliest deadline first, in pages. Each row has what an
 * inbox shows. A row for whose markings the caller is not cleared has only the state of the Task, and `readable: false`.
 */
export const listTasks =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller } = request;
    const query = taskQueryOf(request);
    const head = await deps.head.current();
    const release = await releaseOfHead(deps.library, head);
    const own = await ownQueues(release, caller);
    const cursors = cursorsOf(head.telemetryKey, {
      ...query.bound,
      caller: `${caller.kind}:${caller.id}`,
      list: 'tasks',
    });
    const of = listOf(query, request, own);
    const { states, limit, dueBelow, cursor } = query;
    const found = await collected({
      read: (part) => deps.lists.tasks({ of, states, ...part, ...(dueBelow === undefined ? {} : { below: dueBelow }) }),
      keep: (tasks) => kept(deps, query, { request, tasks }),
      after: cursor === undefined ? undefined : cursors.open(cursor),
      limit,
    });
    mustBeMember(query, own, found.rows);
    const rows = await taskRows(deps, { release, request }, found.rows);
    const read = readEvent(request, {
      release: release.id,
      subject: query.queue === undefined ? 'tasks' : `queue:${query.queue}`,
    });
    await deps.ledger.note(read);
    const body = {
      ...(query.queue === undefined ? {} : { queue: query.queue }),
      at: new Date(request.at).toISOString(),
      tasks: rows,
      ...(found.next === undefined ? {} : { cursor: cursors.seal(found.next) }),
    };
    return json(200, body, read.eventId);
  };

/**
 * Refuses a queue of which the caller is not a member. A Task names its groups as they were at the time of the request.
 * So the members of a queue that the release no longer has still see its Tasks.
 */
function mustBeMember(
  { queue, requester, cursor }: TaskQuery,
  own: readonly { readonly id: string }[],
  rows: readonly Listing[],
): void {
  if (queue === undefined || requester === 'me' || cursor !== undefined || rows.length > 0) return;
  if (own.every(({ id }) => id !== queue))
    throw new Failure('task.unknown', 'this caller is not a member of a queue with this id');
}

/** Returns the Tasks that the caller may see and that match the query. Undefined in place of any other Task. */
async function kept(
  { lists }: TasksDependencies,
  query: TaskQuery,
  { request, tasks }: { readonly request: HttpRequest; readonly tasks: readonly Task[] },
): Promise<readonly (Listing | undefined)[]> {
  const actions = await lists.actionsOf(tasks);
  return tasks.map((task, i) => {
    const action = actions[i];
    const matches =
      mayList(request, query, task) && (query.target === undefined || action?.target.ref === query.target);
    return matches ? { task, ...(action && { action }) } : undefined;
  });
}

function mayList({ caller }: HttpRequest, { requester, queue }: TaskQuery, task: Task): boolean {
  if (requester === 'me') return reads.OwnTask(caller, task) && (queue === undefined || task.queue === queue);
  const { id, name } = task.requestedBy;
  return reads.Task(caller, task) && (requester === undefined || requester === id || requester === name);
}
