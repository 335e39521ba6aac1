import type { ThreadEvent } from '../contract/audit.ts';
import { actorOf, type Actor } from '../contract/authority/identity.ts';
import { isSameActor } from '../contract/authority/people.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import { Failure } from '../contract/failures.ts';
import { mostEntries, type ThreadEntry } from '../contract/rows/thread.ts';
import type { Task } from '../contract/rows/task.ts';
import { sha256 } from '../contract/values/canonical.ts';
import { atOf, type Stamp } from './stamp.ts';
import { ended } from './states.ts';
import type { Subject } from './subject.ts';

/** A claim ends by itself after so many seconds. */
const claimSeconds = 4 * 3600;

/** The content of a new entry. */
export type Said = Pick<ThreadEntry, 'kind' | 'text' | 'question'>;

/** The entries of a thread, and what would be added. */
interface Thread {
  readonly entries: readonly ThreadEntry[];
  readonly said: Said;
}

const isOver = (task: Task, atMillis: number): boolean => ended(task) || atMillis >= Date.parse(task.dueAt);

/** Returns the claim that has not been released and has not ended. A Task that has ended has none. */
export function claimOn(task: Task, entries: readonly ThreadEntry[], atMillis: number): ThreadEntry | undefined {
  if (isOver(task, atMillis)) return undefined;
  const last = entries.findLast(({ kind }) => kind === 'claim' || kind === 'release');
  return last?.until !== undefined && atMillis < Date.parse(last.until) ? last : undefined;
}

/**
 * Returns the entry that already says this, so that a repeated request adds nothing. A claim is said if the actor has
 * it now; a text is said if the same actor has written it before.
 */
export function saidBefore(
  task: Task,
  { entries, said: { kind, text, question } }: Thread,
  { by, atMillis }: Pick<Stamp, 'by' | 'atMillis'>,
): ThreadEntry | undefined {
  if (kind === 'claim') {
    const claim = claimOn(task, entries, atMillis);
    return claim && isSameActor(claim.by, by) ? claim : undefined;
  }
  const own = entries.filter((entry) => isSameActor(entry.by, by));
  if (kind === 'release') {
    const last = own.findLast((entry) => entry.kind === 'claim' || entry.kind === 'release');
    return last?.kind === 'release' ? last : undefined;
  }
  return own.find((entry) => entry.kind === kind && entry.text === text && entry.question === question);
}

/**
 * Returns the next entry of the thread of a Task, and its event. Only a comment can be added after the Task has ended.
 * @throws Failure `task.decided`, `task.claimed`, `subject.unfit`
 */
export function nextEntry(
  { task, action }: Subject,
  { entries, said }: Thread,
  stamp: Stamp,
): { readonly entry: ThreadEntry; readonly event: ThreadEvent } {
  if (said.kind !== 'comment' && isOver(task, stamp.atMillis))
    throw new Failure('task.decided', `the Task is ${task.state} and was due at ${task.dueAt}`);
  if (entries.length >= mostEntries)
    throw new Failure('subject.unfit', `the thread of the Task already has ${mostEntries} entries`);
  mustFit(task, { entries, said }, stamp);
  const entry: ThreadEntry = {
    taskId: task.id,
    number: entries.length + 1,
    ...said,
    by: stamp.by,
    at: atOf(stamp),
    ...(said.kind === 'claim' ? { until: new Date(stamp.atMillis + claimSeconds * 1000).toISOString() } : {}),
  };
  const event: ThreadEvent = {
    kind: 'thread',
    eventId: ownEventId(stamp.function, stamp.uuid),
    at: entry.at,
    actor: actorOf(stamp.by),
    ...stamp.via,
    runId: task.runId,
    ...(action && { actionId: action.id }),
    taskId: task.id,
    entry: entry.number,
    step: entry.kind,
    ...(entry.text === undefined ? {} : { textHash: sha256(entry.text) }),
    purpose: task.purpose,
    release: stamp.release,
  };
  return { entry, event };
}

function mustFit(task: Task, { entries, said: { kind, question } }: Thread, { by, atMillis }: Stamp): void {
  const claim = claimOn(task, entries, atMillis);
  const isOthers = claim !== undefined && !isSameActor(claim.by, by);
  if (kind === 'claim' && isOthers)
    throw new Failure('task.claimed', `${claim.by.name} works on the Task until ${claim.until}`);
  if (kind === 'release' && (claim === undefined || isOthers))
    throw new Failure('subject.unfit', 'the caller has no claim on the Task');
  if (kind === 'answer' && !entries.some((entry) => entry.kind === 'question' && entry.number === question))
    throw new Failure('subject.unfit', '/question: the thread has no question with this number', {
      pointer: '/question',
    });
}

/** Returns the entries that the requester and the owner of a requesting agent may read: questions and answers. */
export const shownToRequester = (entries: readonly ThreadEntry[]): readonly ThreadEntry[] =>
  entries.filter(({ kind }) => kind === 'question' || kind === 'answer');

/** Returns the requester of a Task, with the login of the owner if the requester is an agent. */
export const requesterIn = ({ task, action }: Subject): { readonly requester: Actor; readonly login?: string } => {
  const login = action?.owner ?? task.decision?.owner;
  return { requester: action?.requester ?? task.requestedBy, ...(login === undefined ? {} : { login }) };
};
