import * as z from 'zod';
import { claimOn, nextEntry, requesterIn, saidBefore, shownToRequester, type Said } from '../../action-plane/thread.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import type { Subject } from '../../action-plane/subject.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { isSameActor, type Owners } from '../../contract/authority/people.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { ThreadEntry, Threads } from '../../contract/rows/thread.ts';
import type { Ledger } from '../../contract/system.ts';
import { parseJson } from '../../contract/values/json.ts';
import { humanText } from '../action-plane/human-text.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { bodyOf, json, repeated, type HttpAnswer, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';
import { readEvent, readOfTask } from '../read-event.ts';
import type { Handle, Routes } from '../routes.ts';

export interface ThreadsDependencies extends ReleaseSource {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action'>;
  readonly threads: Threads;
  readonly owners: Owners;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly now: () => number;
}

/** Somebody who may read the thread: a member of the queue, or the requester or the owner of a requesting agent. */
type Part = 'member' | 'requester';

/** A kind of entry, and the part of those who may post it. */
interface Door {
  readonly part: Part;
  readonly kind: Said['kind'];
}

type Shape<T> = z.ZodType<T> & Pick<z.ZodObject, 'shape'>;

const tries = 16;
const nothing = z.strictObject({});
const text = z.strictObject({ text: humanText });
const answer = z.strictObject({ question: z.int().min(1), text: humanText });

/** The routes of the thread of a Task. Members claim, comment and ask; the requester or the agent's owner answers. */
export const threadRoutes = (deps: ThreadsDependencies): Routes<'threads'> => ({
  'GET /v1/tasks/{id}/thread': readThread(deps),
  'POST /v1/tasks/{id}/claim': add(deps, { part: 'member', kind: 'claim' }, nothing),
  'POST /v1/tasks/{id}/release': add(deps, { part: 'member', kind: 'release' }, nothing),
  'POST /v1/tasks/{id}/comments': add(deps, { part: 'member', kind: 'comment' }, text),
  'POST /v1/tasks/{id}/questions': add(deps, { part: 'member', kind: 'question' }, text),
  'POST /v1/tasks/{id}/answers': add(deps, { part: 'requester', kind: 'answer' }, answer),
});

/** Handles `GET /v1/tasks/{id}/thread`. The requester sees the questions and the answers; members see everything. */
const readThread =
  (deps: ThreadsDependencies): Handle =>
  async (request) => {
    const release = await releaseInForce(deps);
    const { subject, parts } = await partsIn(deps, request);
    await mustBeCleared(release, request.caller, subject.task.markings);
    const entries = await deps.threads.read(subject.task.id);
    const read = readEvent(request, readOfTask(release, subject));
    await deps.ledger.note(read);
    const { id: taskId, state } = subject.task;
    if (!parts.includes('member'))
      return json(200, { taskId, state, entries: shownToRequester(entries).map(viewOf) }, read.eventId);
    const claim = claimOn(subject.task, entries, deps.now());
    const claimed = claim && { by: claim.by, at: claim.at, until: claim.until };
    return json(200, { taskId, state, claim: claimed, entries: entries.map(viewOf) }, read.eventId);
  };

/**
 * Handles the post of an entry. A repeated post adds nothing: its answer has the entry that is there and the header
 * `Idempotent-Replayed: true`.
 */
const add =
  (deps: ThreadsDependencies, { part, kind }: Door, shape: Shape<Omit<Said, 'kind'>>): Handle =>
  async (request) => {
    const said: Said = { kind, ...parsed(request, shape) };
    const release = await releaseInForce(deps);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { subject, parts } = await partsIn(deps, request);
      if (!parts.includes(part)) throw unknownTask();
      await mustBeCleared(release, request.caller, subject.task.markings);
      const entries = await deps.threads.read(subject.task.id);
      const { id: uuid, via } = request;
      const by = actorOf(request.caller);
      const stamp: Stamp = { function: 'threads', uuid, atMillis: deps.now(), by, release: release.id, via };
      const before = saidBefore(subject.task, { entries, said }, stamp);
      if (before) return answeredBefore(deps, { entry: before, subject, release: release.id }, request);
      const { entry, event } = nextEntry(subject, { entries, said }, stamp);
      if ((await deps.threads.add(entry, event)) === 'added') return json(200, { entry: viewOf(entry) }, event.eventId);
    }
    throw new Failure('write.conflict', 'other writers added entries during each of several attempts');
  };

async function answeredBefore(
  { ledger }: ThreadsDependencies,
  { entry, subject, release }: { readonly entry: ThreadEntry; readonly subject: Subject; readonly release: string },
  request: HttpRequest,
): Promise<HttpAnswer> {
  const read = readEvent(request, readOfTask({ id: release }, subject));
  await ledger.note(read);
  return repeated(json(200, { entry: viewOf(entry) }, read.eventId));
}

function parsed<T>({ event }: HttpRequest, shape: Shape<T>): T {
  const body = bodyOf(event);
  const value = body === '' ? {} : parseJson(body);
  const { data, error } = shape.safeParse(value);
  if (error) throw invalidRequest(error, value, shape);
  return data;
}

/** Reads the Task, and the parts that the caller has in its thread. @throws Failure `task.unknown` if there is none */
async function partsIn(
  { store, owners }: ThreadsDependencies,
  { caller, event }: HttpRequest,
): Promise<{ readonly subject: Subject; readonly parts: readonly Part[] }> {
  const subject = await subjectOf(store, event.pathParameters?.['id'] ?? '');
  const { requester, login } = requesterIn(subject);
  const owner = login === undefined || caller.kind !== 'human' ? undefined : await owners.find(login);
  const isRequester =
    isSameActor(caller, requester) || reads.OwnTask(caller, subject.task) || (owner && owner.sub === caller.id);
  const parts: Part[] = [];
  if (reads.Task(caller, subject.task)) parts.push('member');
  if (isRequester) parts.push('requester');
  if (parts.length === 0) throw unknownTask();
  return { subject, parts };
}

const unknownTask = (): Failure =>
  new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');

/** The members are listed one by one, so another member of the row cannot appear in the answer. */
const viewOf = ({ number, kind, by, at, text: words, until, question }: ThreadEntry) => ({
  number,
  kind,
  by,
  at,
  text: words,
  until,
  question,
});
