import * as z from 'zod';
import { applyPlanned } from '../../action-plane/apply.ts';
import { lastReassignment, mayReassign, reassign } from '../../action-plane/reassign.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import type { Subject } from '../../action-plane/subject.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { isSameActor } from '../../contract/authority/people.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import type { Ledger } from '../../contract/system.ts';
import { parseJson } from '../../contract/values/json.ts';
import { humanText } from '../action-plane/human-text.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { bodyOf, json, repeated, type HttpAnswer, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';
import { readEvent, readOfTask } from '../read-event.ts';

export interface ReassignDependencies extends ReleaseSource {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action' | 'decision' | 'apply'>;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly now: () => number;
}

const asked = z.strictObject({ queue: z.string().min(1).max(200), reason: humanText });

/**
 * Handles `POST /v1/tasks/{id}/reassign`: a member of the Task's queue gives the Task to another queue of the Action's
 * kind. The queue is read from the release under which the Task was requested. If the caller sends the same request
 * again, the answer shows the recorded Decision.
 */
export const reassignTask = (deps: ReassignDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const given = parseJson(bodyOf(request.event));
    const { data, error } = asked.safeParse(given);
    if (error) throw invalidRequest(error, given, asked);
    const release = await releaseInForce(deps);
    const by = actorOf(request.caller);
    let before: { readonly subject: Subject; readonly decision: Decision } | undefined;
    const planned = await applyPlanned(store, async () => {
      const subject = await subjectOf(store, request.event.pathParameters?.['id'] ?? '');
      const decision = await ownReassignment(deps, subject.task, request);
      const isRepeated = decision?.queue?.to === data.queue;
      if (!isRepeated && !reads.Task(request.caller, subject.task))
        throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
      await mustBeCleared(release, request.caller, subject.task.markings);
      if (decision && isRepeated) {
        before = { subject, decision };
        return undefined;
      }
      const open = mayReassign(subject, data.queue, deps.now());
      const queue = await pinnedQueue(deps, open.task, data.queue);
      const { id: uuid, via } = request;
      const stamp: Stamp = { function: 'reassign', uuid, atMillis: deps.now(), by, release: release.id, via };
      return { transition: reassign(open, { queue, reason: data.reason }, stamp) };
    });
    const { task, decision, event } = planned?.transition ?? {};
    if (task && event) return json(200, { decisionId: decision?.id, task: viewOfTask(task.to) }, event.eventId);
    if (!before) throw new Failure('internal', 'no transition was planned for the reassignment');
    const read = readEvent(request, readOfTask(release, before.subject));
    await deps.ledger.note(read);
    const body = { decisionId: before.decision.id, task: viewOfTask(before.subject.task) };
    return repeated(json(200, body, read.eventId));
  };
};

/** Returns the caller's own Decision that gave the Task its present queue. */
async function ownReassignment(
  { store }: ReassignDependencies,
  task: Task,
  { caller }: HttpRequest,
): Promise<Decision | undefined> {
  const decision = await lastReassignment(store, task);
  return decision && isSameActor(caller, decision.by) ? decision : undefined;
}

async function pinnedQueue({ library }: ReleaseSource, task: Task, id: string): Promise<Queue> {
  const release = await library.open(task.release);
  const descriptor = release?.describe('Queue', id);
  if (!release || !descriptor)
    throw new Failure('run.pin_unavailable', 'this build does not have the queue of the release that the Task pins');
  return release.load(descriptor);
}
