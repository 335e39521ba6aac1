import type { Action } from '../contract/rows/action.ts';
import type { DecisionEvent, RequestOrigin, TransitionEvent } from '../contract/audit.ts';
import type { PlatformFunctionName } from '../contract/platform/functions.ts';
import { sha256 } from '../contract/values/canonical.ts';
import { actorOf, type Actor } from '../contract/authority/identity.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { targetHash, verifiedHashes } from '../contract/values/target-hash.ts';
import type { Decision, Task } from '../contract/rows/task.ts';

/** The facts of a transition that are not in the rows: the function, the time, the actor and the release. */
export interface Stamp {
  readonly function: PlatformFunctionName;
  /** A UUIDv7, new for each attempt. The id of the event contains it. */
  readonly uuid: string;
  /** Epoch milliseconds. */
  readonly atMillis: number;
  readonly by: Actor;
  readonly release: string;
  /** The HTTP request that asked for the transition. */
  readonly via?: RequestOrigin;
}

export const platformActor = (name: PlatformFunctionName): Actor => ({ kind: 'platform', id: name, name });

export const atOf = (stamp: Stamp): string => new Date(stamp.atMillis).toISOString();

type Moves = Pick<Transition, 'action' | 'task'>;
/** The row that a transition is about. */
type Seen = Action | Task;

/** The stamp of a transition, and the row that the event describes. */
interface StampedSight {
  readonly stamp: Stamp;
  readonly seen: Seen;
}

/**
 * Returns a transition that no Decision caused.
 * @param seen the Action as it was read, even if only its Task changes; or a Task whose subject is not an Action
 */
export const transitionOf = ({ stamp, seen }: StampedSight, moves: Moves, reason?: string): Transition => {
  const event: TransitionEvent = {
    ...about(stamp, seen, moves),
    ...fromTo(moves),
    kind: 'transition',
    ...(reason === undefined ? {} : { reason }),
  };
  return { ...moves, event };
};

/** Returns a transition together with the Decision that caused it. One event describes both. */
export const decisionOf = ({ stamp, seen }: StampedSight, moves: Moves, decision: Decision): Transition => {
  const event: DecisionEvent = {
    ...about(stamp, seen, moves),
    ...(moves.action === undefined ? {} : fromTo(moves)),
    kind: 'decision',
    decisionKind: decision.kind,
    decisionId: decision.id,
    ...subjectOf(decision, seen),
    ...(decision.digest === undefined ? {} : { digest: decision.digest }),
    ...reasonIn(decision),
    ...(decision.policies === undefined ? {} : policiesIn(decision.policies)),
  };
  return { ...moves, decision, event };
};

/** Returns the event that was judged or, for an Action, the subject of its run. */
function subjectOf({ subject: judged }: Decision, seen: Seen): Pick<DecisionEvent, 'subject'> {
  const subject = judged ?? ('quorum' in seen ? undefined : seen.subject);
  return subject === undefined ? {} : { subject };
}

/** Returns the hash of a reason that a human or an agent gave. The platform's own reasons are codes. */
const reasonIn = ({ reason, by }: Decision): Pick<DecisionEvent, 'reasonHash'> =>
  reason === undefined || by.kind === 'platform' ? {} : { reasonHash: sha256(reason) };

function policiesIn(policies: NonNullable<Decision['policies']>): Pick<DecisionEvent, 'policies' | 'policyHashes'> {
  const sorted = Object.entries(policies).sort(([a], [b]) => (a < b ? -1 : 1));
  return { policies: sorted.map(([id]) => id), policyHashes: sorted.map(([, hash]) => hash) };
}

function about(stamp: Stamp, seen: Seen, { action, task }: Moves) {
  const ofAction = 'quorum' in seen ? undefined : seen;
  const taskId = task?.to.id ?? ofAction?.taskId;
  return {
    eventId: ownEventId(stamp.function, stamp.uuid),
    at: atOf(stamp),
    actor: actorOf(stamp.by),
    ...stamp.via,
    runId: seen.runId,
    ...(taskId === undefined ? {} : { taskId }),
    ...(ofAction && {
      actionId: ofAction.id,
      actionVersion: action?.to.version ?? ofAction.version,
      targets: stamp.function === 'approval-verify' ? verifiedHashes(ofAction) : [targetHash(ofAction.target)],
    }),
    ...(task && { taskFrom: task.from.state, taskTo: task.to.state }),
    purpose: seen.purpose,
    release: stamp.release,
  };
}

/** Returns the old and the new state of the Action or, if only the Task changes, of the Task. */
function fromTo({ action, task }: Moves): { readonly from: string; readonly to: string } {
  const moved = action ?? task;
  return { from: moved?.from.state ?? '', to: moved?.to.state ?? '' };
}
