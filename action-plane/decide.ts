import type { Action } from '../contract/rows/action.ts';
import { approvalDigest, decisionDigest } from '../contract/rows/approval-digest.ts';
import { Failure } from '../contract/failures.ts';
import type { Hash } from '../contract/values/canonical.ts';
import type { Actor, Caller } from '../contract/authority/identity.ts';
import { isSameActor, looksAlike, type BoundOwner } from '../contract/authority/people.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { reads } from '../contract/authority/reads.ts';
import type { Decision, Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveAction, moveTask } from './states.ts';
import { subjectIn, type Subject } from './subject.ts';

export interface Vote {
  readonly decision: 'grant' | 'deny';
  /** The digest that the approver was shown. */
  readonly digest: Hash;
  readonly reason?: string;
}

/**
 * Checks that this caller may cast this vote now. A grant must come from another person than the request. Therefore the
 * requester, the one who requested the approval, and the owner of the requesting agent cannot grant. They may deny. If
 * an agent has made the request, its owner must be bound, because people are compared by their `sub`.
 * @param owner the bound owner of the requesting agent
 * @throws Failure `task.unknown`, `owner.unbound`, `approval.forbidden`, `task.not_open`, `task.decided`,
 * `task.digest_differs`
 */
export function mayVote(
  subject: Subject,
  vote: Vote,
  { caller, atMillis, owner }: { readonly caller: Caller; readonly atMillis: number; readonly owner?: BoundOwner },
): void {
  const { task } = subject;
  if (!reads.Task(caller, task))
    throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
  if (vote.decision === 'grant') mustBeNoParty(subject, caller, owner);
  mustBeOpen(task, atMillis);
  if (vote.decision === 'grant') mustBeNewVoter(task, caller);
  if (vote.digest !== task.digest || task.digest !== digestOf(subject)) {
    throw new Failure(
      'task.digest_differs',
      'the digest in the request is not the digest of what would be decided now',
    );
  }
}

/** Returns the digest over the rows as they are now. */
const digestOf = ({ action, task }: Subject): Hash =>
  action === undefined ? decisionDigest(task) : approvalDigest(action, task.dueAt);

/**
 * Returns the id of the Decision with which this caller has already cast this vote. Undefined if the caller has not.
 * @throws Failure `task.digest_differs` if the caller names another digest now
 */
export function countedVote(task: Task, { decision, digest }: Vote, caller: Caller): string | undefined {
  const votes = decision === 'grant' ? task.grants : [task.denial];
  const own = votes.find((vote) => vote?.by === caller.id)?.decisionId;
  if (own !== undefined && digest !== task.digest)
    throw new Failure('task.digest_differs', 'the caller has already decided this Task, with the digest that it shows');
  return own;
}

/** Returns the login of the owner of the agent that made the request. */
export const ownerOf = ({ action, task }: Subject): string | undefined => action?.owner ?? task.decision?.owner;

function mustBeNoParty(subject: Subject, caller: Caller, owner: BoundOwner | undefined): void {
  const { action, task } = subject;
  const requester = action?.requester ?? task.requestedBy;
  if (requester.kind === 'agent' && owner === undefined)
    throw new Failure('owner.unbound', `the owner of ${requester.name} is not bound to a human of the user pool`);
  const own = isParty(caller, { requester, owner: ownerOf(subject) }, owner) || isSameActor(caller, task.requestedBy);
  if (own) throw new Failure('approval.forbidden', 'the requester and its owner may not grant their own request');
}

/**
 * Refuses a second grant by the same person. This check comes after the check of the Task's state: a person whose first
 * answer was lost must learn the outcome of the Task.
 */
function mustBeNewVoter(task: Task, caller: Caller): void {
  if (task.grants.some(({ by }) => by === caller.id)) {
    throw new Failure('approval.forbidden', 'the caller has already granted this Task');
  }
}

/** The requester, and the login of the owner if the requester is an agent. */
interface Requested {
  readonly requester: Actor;
  readonly owner?: string | undefined;
}

/**
 * Returns true if the actor is the requester, or the owner of the requesting agent. Also returns true if the actor's
 * name looks like the name of one of them.
 */
export const isParty = (actor: Actor, { requester, owner: login }: Requested, owner: BoundOwner | undefined): boolean =>
  isSameActor(actor, requester) ||
  (owner !== undefined && actor.kind === 'human' && actor.id === owner.sub) ||
  (login !== undefined && looksAlike(actor.name, login));

function mustBeOpen(task: Task, atMillis: number): void {
  if (task.state === 'requested')
    throw new Failure('task.not_open', 'the Task is not open yet: the platform is still reading the target again');
  if (task.state !== 'open') throw new Failure('task.decided', `the Task is ${task.state}`);
  if (atMillis >= Date.parse(task.dueAt)) throw new Failure('task.decided', `the Task was due at ${task.dueAt}`);
}

/** Returns the transition of a denial. It ends the Task and the Action. */
export function deny({ action, task }: Subject, vote: Vote, stamp: Stamp): Transition {
  const decision = decisionFor('approval.denied', { task, vote }, stamp);
  const reason = vote.reason === undefined ? {} : { reason: vote.reason };
  const denial = { by: stamp.by.id, decisionId: decision.id };
  const moved = { task: { from: task, to: moveTask(task, 'denied', { ...reason, denial }) } };
  if (!action) return decisionOf({ stamp, seen: task }, moved, decision);
  const to = moveAction(action, 'denied', { decisionId: decision.id, ...reason });
  return decisionOf({ stamp, seen: action }, { action: { from: action, to }, ...moved }, decision);
}

/**
 * Returns the transition of a grant. The grant is bound to the digest and, for an Action, to the policies that allow
 * the commit, each with the hash of its text. The grant that fills the quorum makes the Action `approved` in the same
 * transaction. If the subject is not an Action, only the Task changes.
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

/**
 * Returns the number of grants that are needed: the larger of the numbers in the Action and in the Task, at least one.
 */
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
