import type { Action } from '../contract/rows/action.ts';
import { approvalDigest, decisionDigest } from '../contract/rows/approval-digest.ts';
import { Failure } from '../contract/failures.ts';
import type { Hash } from '../contract/values/canonical.ts';
import type { Actor, Caller } from '../contract/authority/identity.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { reads } from '../contract/authority/reads.ts';
import type { Decision, Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveAction, moveTask } from './states.ts';
import { subjectIn, type Subject } from './subject.ts';

export interface Vote {
  readonly decision: 'grant' | 'deny';
  /** Of what the approver was shown. */
  readonly digest: Hash;
  readonly reason?: string;
}

/**
 * Whether this caller may cast this vote now. Four eyes: no grant by the requester, by who asked for the approval, or by
 * the human who answers for the requesting agent; denying one's own is allowed.
 * @throws Failure `task.unknown`, `approval.forbidden`, `task.not_open`, `task.decided`, `task.digest_differs`
 */
export function mayVote(
  subject: Subject,
  vote: Vote,
  { caller, atMillis }: { readonly caller: Caller; readonly atMillis: number },
): void {
  const { task } = subject;
  if (!reads.Task(caller, task)) throw new Failure('task.unknown', 'the caller is asked to decide no such Task');
  if (vote.decision === 'grant') mustBeNoParty(subject, caller);
  mustBeOpen(task, atMillis);
  if (vote.decision === 'grant') mustBeNewVoter(task, caller);
  if (vote.digest !== task.digest || task.digest !== digestOf(subject)) {
    throw new Failure('task.digest_differs', 'the digest is not that of what would be sent');
  }
}

/** Over the rows as they are now. */
const digestOf = ({ action, task }: Subject): Hash =>
  action === undefined ? decisionDigest(task) : approvalDigest(action, task.dueAt);

function mustBeNoParty({ action, task }: Subject, caller: Caller): void {
  const answers = action === undefined ? caller.name === task.decision?.owner : isParty(caller, action);
  const own = answers || same(caller, task.requestedBy);
  if (own) throw new Failure('approval.forbidden', 'the requester does not grant its own request');
}

/** After the Task's state: whoever votes again because the answer was lost is told what has become of the Task. */
function mustBeNewVoter(task: Task, caller: Caller): void {
  if (task.grants.some(({ by }) => by === caller.id)) {
    throw new Failure('approval.forbidden', 'the caller has granted this Task already');
  }
}

/** By id, or by a name that an agent and a login share: who looks like the requester is not a second pair of eyes. */
const same = (one: Actor, other: Actor): boolean =>
  (one.kind === other.kind && one.id === other.id) || one.name === other.name;

/** Whether the actor is on the side of the request: the requester, or the human who answers for it. */
export const isParty = (actor: Actor, action: Action): boolean =>
  same(actor, action.requester) || (action.owner !== undefined && actor.name === action.owner);

function mustBeOpen(task: Task, atMillis: number): void {
  if (task.state === 'requested') throw new Failure('task.not_open', 'the target is still being verified');
  if (task.state !== 'open') throw new Failure('task.decided', `the Task is ${task.state}`);
  if (atMillis >= Date.parse(task.dueAt)) throw new Failure('task.decided', `the Task was due at ${task.dueAt}`);
}

/** A denial ends Task and Action. */
export function deny({ action, task }: Subject, vote: Vote, stamp: Stamp): Transition {
  const decision = decisionFor('approval.denied', { task, vote }, stamp);
  const reason = vote.reason === undefined ? {} : { reason: vote.reason };
  const moved = { task: { from: task, to: moveTask(task, 'denied', reason) } };
  if (!action) return decisionOf({ stamp, seen: task }, moved, decision);
  const to = moveAction(action, 'denied', { decisionId: decision.id, ...reason });
  return decisionOf({ stamp, seen: action }, { action: { from: action, to }, ...moved }, decision);
}

/**
 * A grant, bound to the digest and, of an Action, to the policies that allow the commit, each with the hash of its text. It makes the
 * Action `approved` in the same transaction once the quorum is met; the grant of a Decision moves nothing but its Task.
 */
export function grant(
  { action, task }: Subject,
  { vote, policies }: { readonly vote: Vote; readonly policies: Readonly<Record<string, Hash>> },
  stamp: Stamp,
): Transition {
  const decision = { ...decisionFor('approval.granted', { task, vote }, stamp), ...(action && { policies }) };
  const grants = [...task.grants, { by: stamp.by.id, decisionId: decision.id }];
  const filled = grants.length >= quorumOf(action, task);
  const moved = { task: { from: task, to: moveTask(task, filled ? 'granted' : 'open', { grants }) } };
  if (!action || !filled) return decisionOf({ stamp, seen: action ?? task }, moved, decision);
  const to = moveAction(action, 'approved', { decisionId: decision.id });
  return decisionOf({ stamp, seen: action }, { action: { from: action, to }, ...moved }, decision);
}

/** As the kind's rule and the request had it; never fewer than one. */
export const quorumOf = (action: Action | undefined, task: Task): number =>
  Math.max(1, action?.approval.quorum ?? 1, task.quorum);

const decisionFor = (
  kind: 'approval.granted' | 'approval.denied',
  { task, vote }: { readonly task: Task; readonly vote: Vote },
  stamp: Stamp,
): Decision => ({
  id: decisionId(kind, task.id, stamp.by),
  kind,
  ...subjectIn(task),
  taskId: task.id,
  by: stamp.by,
  at: atOf(stamp),
  digest: vote.digest,
  ...(vote.reason === undefined ? {} : { reason: vote.reason }),
});
