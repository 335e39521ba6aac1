import type { Action } from '../contract/rows/action.ts';
import type { DecisionEvent, TransitionEvent } from '../contract/audit.ts';
import type { PlatformFunctionName } from '../contract/platform/functions.ts';
import { actorOf, type Actor } from '../contract/authority/identity.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
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
}

export const platformActor = (name: PlatformFunctionName): Actor => ({ kind: 'platform', id: name, name });

export const atOf = (stamp: Stamp): string => new Date(stamp.atMillis).toISOString();

type Moves = Pick<Transition, 'action' | 'task'>;
/** The row that a step is about. */
type Seen = Action | Task;

/** The stamp of a step, and the row that the step is about. */
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
    ...(decision.subject === undefined ? {} : { subject: decision.subject }),
    ...(decision.digest === undefined ? {} : { digest: decision.digest }),
    ...(decision.policies === undefined ? {} : { policies: Object.keys(decision.policies).sort() }),
  };
  return { ...moves, decision, event };
};

function about(stamp: Stamp, seen: Seen, { action, task }: Moves) {
  const ofAction = 'quorum' in seen ? undefined : seen;
  const taskId = task?.to.id ?? ofAction?.taskId;
  return {
    eventId: ownEventId(stamp.function, stamp.uuid),
    at: atOf(stamp),
    actor: actorOf(stamp.by),
    runId: seen.runId,
    ...(taskId === undefined ? {} : { taskId }),
    ...(ofAction && { actionId: ofAction.id, actionVersion: action?.to.version ?? ofAction.version }),
    purpose: seen.purpose,
    release: stamp.release,
  };
}

/** Returns the old and the new state of the Action or, if only the Task changes, of the Task. */
function fromTo({ action, task }: Moves): { readonly from: string; readonly to: string } {
  const moved = action ?? task;
  return { from: moved?.from.state ?? '', to: moved?.to.state ?? '' };
}
