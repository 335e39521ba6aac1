import { covers } from '../../contract/authority/markings.ts';
import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Ledger } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import { taskStates, type TaskState } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import { clearanceOf } from '../clearance.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';

export interface TasksDependencies extends ReleaseSource {
  readonly store: Pick<ActionPlaneStore, 'tasksOf' | 'task' | 'action' | 'attachment'>;
  readonly ledger: Pick<Ledger, 'note'>;
}

/**
 * Handles `GET /v1/tasks?queue=&state=`: the Tasks of a queue of which the caller is a member. Without `state`, it
 * returns the Tasks that are requested or open. Their contents are not in the list; `readable` says if the caller is
 * cleared to read them one by one.
 */
export const listTasks =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const queue = event.queryStringParameters?.['queue'];
    if (queue === undefined || queue === '')
      throw new Failure('request.invalid', 'the parameter queue is missing. Send ?queue=QUEUE');
    const states = statesOf(event.queryStringParameters?.['state']);
    const release = await releaseInForce(deps);
    const descriptor = release.describe('Queue', queue);
    const member = descriptor !== undefined && reads.Task(caller, await release.load(descriptor));
    const tasks = (await deps.store.tasksOf(queue, states)).filter((task) => reads.Task(caller, task));
    // A Task names its groups as they were at the time of the request. A queue that the release no longer has may still
    // have Tasks.
    if (!member && tasks.length === 0)
      throw new Failure('task.unknown', 'this caller is not a member of a queue with this id');
    const clearance = clearanceOf(release, caller);
    const read = readEvent(request, { release: release.id, subject: `queue:${queue}` });
    await deps.ledger.note(read);
    const views = tasks.map((task) => ({ ...viewOfTask(task), readable: covers(clearance, task.markings) }));
    return json(200, { queue, tasks: views }, read.eventId);
  };

function statesOf(asked: string | undefined): readonly TaskState[] {
  if (asked === undefined) return ['requested', 'open'];
  const states = asked.split(',').map((name) => taskStates.find((state) => state === name));
  const known = states.filter((state) => state !== undefined);
  if (known.length < states.length)
    throw new Failure(
      'request.invalid',
      `the parameter state must have one or more of these values, separated by commas: ${taskStates.join(', ')}`,
    );
  return known;
}
