import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import { Failure } from '../../contract/failures.ts';
import { reads } from '../../contract/authority/reads.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import type { DecisionCase, Task } from '../../contract/rows/task.ts';
import type { Subject } from '../../action-plane/subject.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent, readOfTask } from '../read-event.ts';
import type { TasksDependencies } from './list-tasks.ts';

/**
 * Handles `GET /v1/tasks/{id}`: everything that an approver needs for a decision, as the platform has checked it. It
 * contains subject, old and new values, rationale, evidence, deadline, and the digest that a decision must name.
 * Reading changes nothing.
 */
export const readTask =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const subject = await subjectOf(deps.store, event.pathParameters?.['id'] ?? '');
    const { task } = subject;
    if (!reads.Task(caller, task))
      throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
    const release = await releaseInForce(deps);
    await mustBeCleared(release, caller, task.markings);
    const shown = await shownOf(deps.store, subject);
    const read = readEvent(request, readOfTask(release, subject));
    await deps.ledger.note(read);
    return json(200, { task: taskOf(task), ...shown }, read.eventId);
  };

/** Returns a payload or a case. It is canonical JSON that the platform wrote and stored under its hash. */
async function kept(store: TasksDependencies['store'], hash: string): Promise<unknown> {
  const text = await store.attachment(hash);
  if (text === undefined)
    throw new Failure('internal', 'the payload or the case of the Task is missing from the store');
  return JSON.parse(text);
}

async function shownOf(store: TasksDependencies['store'], { action, task }: Subject): Promise<object> {
  if (!action) return decisionOf(task, (await kept(store, task.decision?.caseHash ?? '')) as DecisionCase);
  const [payload, shown] = await Promise.all([kept(store, action.payloadHash), kept(store, action.caseHash)]);
  return viewOf(action, payload, shown as ActionCase);
}

/** Returns the recorded call that a human is asked to confirm. */
const decisionOf = ({ decision }: Task, { rationale, arguments: args, result }: DecisionCase) => ({
  decision: { eventId: decision?.eventId, tool: decision?.tool, version: decision?.version, arguments: args, result },
  rationale,
});

/** The members are listed one by one, so another member of the row cannot appear in the answer. */
const taskOf = (task: Task) => ({
  ...viewOfTask(task),
  requestedBy: task.requestedBy,
  purpose: task.purpose,
  runId: task.runId,
  markings: task.markings,
  reason: task.reason,
});

const viewOf = (action: Action, payload: unknown, shown: ActionCase) => ({
  action: {
    ...viewOfAction(action),
    requester: action.requester,
    owner: action.owner,
    tool: action.tool,
    toolVersion: action.toolVersion,
    reason: action.reason,
  },
  payload,
  changes: shown.changes,
  rationale: shown.rationale,
  basis: shown.basis,
  lookups: shown.lookups,
  compensates: shown.compensates,
  evidence: shown.evidence,
  drafts: shown.drafts,
});
