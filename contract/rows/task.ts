import type { EventId } from '../audit.ts';
import type { Hash } from '../values/canonical.ts';
import type { Actor } from '../authority/identity.ts';
import type { Marking } from '../authority/markings.ts';

export const taskStates = ['requested', 'open', 'granted', 'denied', 'expired', 'withdrawn', 'void'] as const;
export type TaskState = (typeof taskStates)[number];

/** The states of a Task that can still be decided. In each other state, the Task has ended. */
export const waitingTaskStates = ['requested', 'open'] as const satisfies readonly TaskState[];

/** A validation or a classification by an agent that a human is asked to confirm. */
export interface JudgedDecision {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly argsHash: Hash;
  readonly resultHash: Hash;
  /** The hash of the canonical JSON of the `DecisionCase`, which approvers see. It is stored under this hash. */
  readonly caseHash: Hash;
  /** The login of the requesting agent's owner. */
  readonly owner?: string;
}

/**
 * Everything that an approver sees about a validation or classification. The platform has compared arguments and result
 * with the record of the call.
 */
export interface DecisionCase {
  readonly rationale: string;
  readonly arguments: unknown;
  readonly result: unknown;
}

/**
 * A request to a queue to decide one Action, or to confirm one validation or classification by an agent. It is one row.
 */
export interface Task {
  readonly id: string;
  readonly state: TaskState;
  readonly version: number;
  /** The subject of the Task: either `actionId` or `decision` is present, never both. */
  readonly actionId?: string;
  readonly decision?: JudgedDecision;
  readonly round: number;
  readonly queue: string;
  /**
   * The groups whose members may decide, as they were at the time of the request. `quorum` is the number of grants that
   * are needed.
   */
  readonly groups: readonly string[];
  readonly quorum: number;
  /**
   * The digest that a grant is bound to. It covers tool and version, payload, target, its version and old values, and
   * the deadline.
   */
  readonly digest: Hash;
  readonly requestedBy: Actor;
  readonly requestedAt: string;
  readonly slaSeconds: number;
  /** ISO 8601. At this instant or later, no decision is accepted. */
  readonly dueAt: string;
  /**
   * ISO 8601. At this instant the Task is warned about, if it is still open. Absent if the queue had no `warnBefore` at
   * the time of the request, or if the time for the decision is not longer than `warnBefore`.
   */
  readonly warnAt?: string;
  /** ISO 8601. The instant at which the Task was warned about. */
  readonly warnedAt?: string;
  readonly runId: string;
  readonly purpose: string;
  readonly release: string;
  readonly markings: readonly Marking[];
  /** The grants so far. They count towards the quorum. */
  readonly grants: readonly { readonly by: string; readonly decisionId: string }[];
  /** The denial that ended the Task. */
  readonly denial?: { readonly by: string; readonly decisionId: string };
  /** The number of waits of the state machine so far. Each wait has its own task token. */
  readonly wait: number;
  readonly reason?: string;
}

/** A Decision. It is never changed or deleted. Its id begins with its kind. */
export interface Decision {
  readonly id: string;
  readonly kind:
    | 'approval.granted'
    | 'approval.denied'
    | 'approval.expired'
    | 'approval.withdrawn'
    | 'approval.reassigned'
    | 'action.voided'
    | 'action.expired'
    | 'action.withdrawn'
    | 'action.compensation'
    | 'action.resolved';
  readonly actionId?: string;
  /** Only if the Decision is about a validation or classification by an agent: the event of that call. */
  readonly subject?: EventId;
  readonly taskId?: string;
  readonly by: Actor;
  readonly at: string;
  readonly reason?: string;
  /** Only for `action.resolved`: true if the operator found the change at the SoR. */
  readonly arrived?: boolean;
  readonly digest?: Hash;
  /** Only for `approval.reassigned`: the queue that the Task had, and the one that it has now. */
  readonly queue?: { readonly from: string; readonly to: string };
  /** Only for `approval.granted`: the policies by which Cedar allowed the commit, each with the hash of its text. */
  readonly policies?: Readonly<Record<string, Hash>>;
}
