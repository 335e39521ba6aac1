import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import { Failure } from '../../contract/failures.ts';
import { reads } from '../../contract/authority/reads.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import type { DecisionCase, Task } from '../../contract/rows/task.ts';
import type { Subject } from '../../action-plane/subject.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { clearanceOf, mustBeCleared } from '../clearance.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { kindTitles } from '../lists/titles.ts';
import { readEvent, readOfTask } from '../read-event.ts';
import { caseOf, type KeptCase } from './case/case-of.ts';
import { citedSources, quotedPassages } from './case/quoted-passages.ts';
import { viewOfSource } from './link-source.ts';
import type { TasksDependencies } from './list-tasks.ts';

/**
 * Handles `GET /v1/tasks/{id}`: everything that an approver needs for a decision, as the platform has checked it. It
 * contains subject, old and new values, rationale, evidence with the passages that it quotes, deadline, and the digest
 * that a decision must name. Reading changes nothing.
 */
export const readTask =
  (deps: TasksDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const subject = await subjectOf(deps.store, event.pathParameters?.['id'] ?? '');
    const { task, action } = subject;
    if (!reads.TaskCase(caller, task))
      throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
    const release = await releaseInForce(deps);
    await mustBeCleared(release, caller, task.markings);
    const shown = viewOf(subject, await caseOf(deps.store, subject));
    const sources = await citedSources(deps, shown, { caller, clearance: await clearanceOf(release, caller) });
    const passages = await quotedPassages(deps, shown, sources);
    const title = await kindTitles(release)(action?.kind ?? task.decision?.tool ?? '', task.decision?.version);
    const read = readEvent(request, readOfTask(release, subject));
    await deps.ledger.note(read);
    const body = {
      task: { ...taskOf(task), title, grantedByMe: task.grants.some(({ by }) => by === caller.id) },
      ...shown,
      passages,
      sources: sources.map((source) => ({
        ...viewOfSource(source),
        link: `/v1/tasks/${task.id}/sources/${source.id}`,
      })),
    };
    return json(200, body, read.eventId);
  };

const viewOf = ({ action, task }: Subject, kept: KeptCase): object =>
  'judged' in kept || !action
    ? decisionOf(task, ('judged' in kept ? kept.judged : {}) as DecisionCase)
    : actionOf(action, kept.payload, kept.shown);

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
  warnAt: task.warnAt,
  warnedAt: task.warnedAt,
});

const actionOf = (action: Action, payload: unknown, shown: ActionCase) => ({
  action: {
    ...viewOfAction(action),
    requester: action.requester,
    owner: action.owner,
    tool: action.tool,
    toolVersion: action.toolVersion,
    pins: action.authoring.pins,
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
