import * as z from 'zod';
import { applyPlanned } from '../../action-plane/apply.ts';
import { authoredRelease } from '../../action-plane/authored-release.ts';
import { commitPermission, type CommitAuthority } from '../../action-plane/commit-permission.ts';
import { involvedInAction, involvedInTask } from '../../action-plane/involved.ts';
import { countedVote, deny, grant, mayVote, ownerOf, quorumOf, type Vote } from '../../action-plane/decide.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import type { TaskTokens } from '../../adapters/aws/task-tokens.ts';
import type { ActionSubject, Subject } from '../../action-plane/subject.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { parseJson } from '../../contract/values/json.ts';
import type { ActionPlaneStore, Transition } from '../../contract/rows/action-plane-store.ts';
import type { Ledger, Release } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import { humanText } from '../action-plane/human-text.ts';
import { resumeIfDecided } from '../action-plane/resume.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { mustNotBeSuspended } from '../../contract/authority/suspension.ts';
import { invalidRequest } from '../invalid-request.ts';
import { bodyOf, json, repeated, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent, readOfTask } from '../read-event.ts';

export interface DecideDependencies extends CommitAuthority {
  readonly store: ActionPlaneStore;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly tokens: TaskTokens;
  readonly now: () => number;
}

const votes = z.strictObject({
  decision: z.enum(['grant', 'deny']),
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'must be the digest that the Task shows: 64 lower case hex digits'),
  reason: humanText.optional(),
});

/**
 * Handles `POST /v1/tasks/{id}/decision`: one vote of one human. One transaction writes the vote and its effect on Task
 * and Action. The state machine is resumed afterwards. If the caller has cast the same vote before, the answer shows the
 * recorded Decision.
 */
export const decideTask = (deps: DecideDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const vote = parseVote(bodyOf(request.event));
    const id = request.event.pathParameters?.['id'] ?? '';
    let counted: { readonly subject: Subject; readonly decisionId: string } | undefined;
    const decided = await applyPlanned(store, async () => {
      const subject = await askedOf(store, id, request);
      await resumeIfDecided(deps, subject.task);
      const decisionId = countedVote(subject.task, vote, request.caller);
      if (decisionId !== undefined) {
        counted = { subject, decisionId };
        return undefined;
      }
      const transition = await planned(deps, { subject, vote }, request);
      return { subject, transition: { ...transition, before: subject.task.dueAt } };
    });
    if (counted) return countedBefore(deps, counted, request);
    const { subject, transition } = mustHave(decided);
    const { decision, event } = transition;
    const after = {
      task: transition.task?.to ?? subject.task,
      ...(subject.action && { action: transition.action?.to ?? subject.action }),
    };
    await resumeIfDecided(deps, after.task);
    return json(200, decidedBody(after, decision?.id), event.eventId);
  };
};

const decidedBody = ({ task, action }: Subject, decisionId: string | undefined) => ({
  decisionId,
  task: viewOfTask(task),
  ...(action && { action: viewOfAction(action) }),
});

/** Answers a vote that the caller has cast before. */
async function countedBefore(
  deps: DecideDependencies,
  { subject, decisionId }: { readonly subject: Subject; readonly decisionId: string },
  request: HttpRequest,
): Promise<HttpAnswer> {
  const release = await releaseInForce(deps);
  await mustBeCleared(release, request.caller, subject.task.markings);
  const read = readEvent(request, readOfTask(release, subject));
  await deps.ledger.note(read);
  return repeated(json(200, decidedBody(subject, decisionId), read.eventId));
}

/**
 * Reads the Task before any other check. If the caller may not decide the Task, the answer is that the Task does not
 * exist, whatever its state is.
 */
async function askedOf(store: ActionPlaneStore, id: string, { caller }: HttpRequest): Promise<Subject> {
  const subject = await subjectOf(store, id);
  if (!reads.Task(caller, subject.task))
    throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
  return subject;
}

async function planned(
  deps: DecideDependencies,
  { subject, vote }: { readonly subject: Subject; readonly vote: Vote },
  request: HttpRequest,
): Promise<Transition> {
  const atMillis = deps.now();
  const login = vote.decision === 'grant' ? ownerOf(subject) : undefined;
  const owner = login === undefined ? undefined : await deps.owners.find(login);
  mayVote(subject, vote, { caller: request.caller, atMillis, ...(owner && { owner }) });
  const inForce = await releaseInForce(deps);
  await mustBeCleared(inForce, request.caller, subject.task.markings);
  const stamp: Stamp = {
    function: 'decide',
    uuid: request.id,
    atMillis,
    by: actorOf(request.caller),
    release: inForce.id,
    via: request.via,
  };
  if (vote.decision === 'deny') return deny(subject, vote, stamp);
  const { action, task } = subject;
  await mustNotBeSuspended(deps.head, action ? involvedInAction(action, task) : involvedInTask(task));
  const policies = action ? await bindingPolicies(deps, inForce, { action, task }) : {};
  return grant(subject, { vote, policies }, stamp);
}

/**
 * Returns the policies that allow the commit, assuming that the quorum is met. If the change could not be committed
 * now, it cannot be granted now.
 */
async function bindingPolicies(
  deps: DecideDependencies,
  inForce: Release,
  { action, task }: ActionSubject,
): Promise<Readonly<Record<string, Hash>>> {
  const authored = await authoredRelease(deps.library, action);
  if (!authored)
    throw new Failure('run.pin_unavailable', 'this build does not have the artefacts that the Action pins');
  const grants = Math.max(task.grants.length + 1, quorumOf(action, task));
  const permission = await commitPermission(deps, { inForce, authored }, { action, grants });
  if ('policies' in permission) return permission.policies;
  throw new Failure(
    permission.failed ? 'permission.failed' : 'permission.denied',
    `the commit would be refused now: ${permission.refused}`,
  );
}

function parseVote(text: string): Vote {
  const body = parseJson(text);
  const parsed = votes.safeParse(body);
  if (!parsed.success) throw invalidRequest(parsed.error, body, votes);
  const { decision, digest, reason } = parsed.data;
  if (decision === 'deny' && reason === undefined) {
    throw new Failure('request.invalid', '/reason: is required when the decision is "deny"', { pointer: '/reason' });
  }
  return { decision, digest, ...(reason === undefined ? {} : { reason }) };
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Failure('internal', 'no transition was planned for the vote');
  return value;
}
