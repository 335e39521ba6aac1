import type { EventId } from '../audit.ts';
import type { Hash } from '../values/canonical.ts';
import type { Actor } from '../authority/identity.ts';
import type { Marking } from '../authority/markings.ts';

export const taskStates = ['requested', 'open', 'granted', 'denied', 'expired', 'withdrawn', 'void'] as const;
export type TaskState = (typeof taskStates)[number];

/** An agent's own validation or classification that a human is asked to confirm. */
export interface JudgedDecision {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly argsHash: Hash;
  readonly resultHash: Hash;
  /** The content that approvers see, canonical JSON under its hash: a `DecisionCase`. */
  readonly caseHash: Hash;
  /** The login of the human who answers for the requesting agent. */
  readonly owner?: string;
}

/** Values that the platform has held against the record of the call. */
export interface DecisionCase {
  readonly rationale: string;
  readonly arguments: unknown;
  readonly result: unknown;
}

/** One row: a request to a queue to decide one Action, or to confirm one Decision. */
export interface Task {
  readonly id: string;
  readonly state: TaskState;
  readonly version: number;
  /** Exactly one of its two subjects is present. */
  readonly actionId?: string;
  readonly decision?: JudgedDecision;
  readonly round: number;
  readonly queue: string;
  /** Groups whose members decide, and the number of grants that is needed, at the time of the request. */
  readonly groups: readonly string[];
  readonly quorum: number;
  /**
   * The digest that a grant is bound to: tool and version, payload, target, its version and old values, the deadline.
   */
  readonly digest: Hash;
  readonly requestedBy: Actor;
  readonly requestedAt: string;
  readonly slaSeconds: number;
  /** ISO 8601. After it, no decision is accepted. */
  readonly dueAt: string;
  readonly runId: string;
  readonly purpose: string;
  readonly release: string;
  readonly markings: readonly Marking[];
  /** Grants so far, towards the quorum. */
  readonly grants: readonly { readonly by: string; readonly decisionId: string }[];
  /** Counts the waits of the state machine. Each wait has its own token. */
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
    | 'action.voided'
    | 'action.expired'
    | 'action.withdrawn'
    | 'action.compensation'
    | 'action.resolved';
  readonly actionId?: string;
  /** The event of the validation or classification that was approved. */
  readonly subject?: EventId;
  readonly taskId?: string;
  readonly by: Actor;
  readonly at: string;
  readonly reason?: string;
  /** Only for `action.resolved`: what the operator found at the system of record. */
  readonly arrived?: boolean;
  readonly digest?: Hash;
  /** The policies that Cedar named as deciding the commit, each with the hash of its text. */
  readonly policies?: Readonly<Record<string, Hash>>;
}
