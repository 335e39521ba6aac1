import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import { Failure } from '../../contract/failures.ts';
import { reads } from '../../contract/authority/reads.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import type { Task } from '../../contract/rows/task.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import type { TasksDependencies } from './list-tasks.ts';

/**
 * `GET /v1/tasks/{id}`: all that an approver decides on, as the platform has checked it: subject, old and new values,
 * rationale, evidence, deadline, and the digest that a decision must name. It changes nothing, however often it is asked.
 */
export const readTask =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const { task, action } = await subjectOf(deps.store, event.pathParameters?.['id'] ?? '');
    if (!reads.Task(caller, task)) throw new Failure('task.unknown', 'this caller has no such Task');
    const release = await releaseInForce(deps);
    mustBeCleared(release, caller, task.markings);
    const [payload, kept] = await Promise.all([
      deps.store.attachment(action.payloadHash),
      deps.store.attachment(action.caseHash),
    ]);
    if (payload === undefined || kept === undefined) throw new Failure('internal', 'the Action has no case');
    const read = readEvent(request, {
      release: release.id,
      subject: task.id,
      actionId: action.id,
      runId: action.runId,
      purpose: action.purpose,
    });
    await deps.ledger.note(read);
    // Our own canonical JSON, kept under its hash.
    const body = viewOf(task, action, JSON.parse(payload) as unknown, JSON.parse(kept) as ActionCase);
    return json(200, body, read.eventId);
  };

/** Member by member: the row's neighbours in the table are no part of the answer. */
const viewOf = (task: Task, action: Action, payload: unknown, kept: ActionCase) => ({
  task: {
    ...viewOfTask(task),
    requestedBy: task.requestedBy,
    purpose: task.purpose,
    runId: task.runId,
    markings: task.markings,
    reason: task.reason,
  },
  action: {
    ...viewOfAction(action),
    requester: action.requester,
    owner: action.owner,
    tool: action.tool,
    toolVersion: action.toolVersion,
    reason: action.reason,
  },
  payload,
  changes: kept.changes,
  rationale: kept.rationale,
  basis: kept.basis,
  evidence: kept.evidence,
  drafts: kept.drafts,
});
