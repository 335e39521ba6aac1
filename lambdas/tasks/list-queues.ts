import type { Queue } from '../../contract/artefacts/queue.ts';
import type { Caller } from '../../contract/authority/identity.ts';
import { covers, type Marking } from '../../contract/authority/markings.ts';
import { ownQueues } from '../../contract/authority/own-queues.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import type { Task } from '../../contract/rows/task.ts';
import { clearanceOf } from '../clearance.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import type { TasksDependencies } from './list-tasks.ts';

/** The most Tasks of one queue that are counted: about 2 MB, which two pages of a query have. */
const mostCounted = 1000;

/**
 * Handles `GET /v1/queues`: the queues of the caller, each with the number of its waiting Tasks, the instant at which the
 * oldest one was requested, and the next deadline.
 */
export const listQueues =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller } = request;
    const release = await releaseInForce(deps);
    const clearance = await clearanceOf(release, caller);
    const own = await ownQueues(release, caller);
    const queues = await Promise.all(
      own.map(async (queue) => {
        const rows = await deps.lists.waiting(queue.id, mostCounted + 1);
        return viewOf(queue, rows, { caller, clearance });
      }),
    );
    const read = readEvent(request, { release: release.id, subject: 'queues' });
    await deps.ledger.note(read);
    return json(200, { at: new Date(request.at).toISOString(), queues }, read.eventId);
  };

/** Returns what a member sees of a queue. If `atLeast` is true, the queue has more Tasks than were counted. */
function viewOf(
  { id, title, slaSeconds }: Queue,
  rows: readonly Task[],
  { caller, clearance }: { readonly caller: Caller; readonly clearance: readonly Marking[] },
) {
  const atLeast = rows.length > mostCounted;
  const own = rows.slice(0, mostCounted).filter((task) => reads.Task(caller, task));
  const oldest = own.map(({ requestedAt }) => requestedAt).sort()[0];
  return {
    id,
    title,
    slaSeconds,
    waiting: own.length,
    readable: own.filter(({ markings }) => covers(clearance, markings)).length,
    ...(atLeast ? { atLeast } : { oldestRequestedAt: oldest }),
    nextDueAt: own[0]?.dueAt,
  };
}
