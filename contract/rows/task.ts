import type { Hash } from '../values/canonical.ts';
import type { Actor } from '../authority/identity.ts';
import type { Marking } from '../authority/markings.ts';

export const taskStates = ['requested', 'open', 'granted', 'denied', 'expired', 'withdrawn', 'void'] as const;
export type TaskState = (typeof taskStates)[number];

/** A request to a queue to decide one Action; one row. */
export interface Task {
  readonly id: string;
  readonly state: TaskState;
  readonly version: number;
  readonly actionId: string;
  readonly round: number;
  readonly queue: string;
  /** Groups whose members decide, and how many of them, as requested. */
  readonly groups: readonly string[];
  readonly quorum: number;
  /** What the grant is bound to: tool and version, payload, target, its version and old values, the deadline. */
  readonly digest: Hash;
  readonly requestedBy: Actor;
  readonly requestedAt: string;
  readonly slaSeconds: number;
  /** ISO 8601; no decision after it. */
  readonly dueAt: string;
  readonly runId: string;
  readonly purpose: string;
  readonly release: string;
  readonly markings: readonly Marking[];
  /** Grants so far, towards the quorum. */
  readonly grants: readonly { readonly by: string; readonly decisionId: string }[];
  /** Counts the waits of the state machine, each with its own token. */
  readonly wait: number;
  readonly reason?: string;
}

/** A Decision, for ever; its id begins with its kind. */
export interface Decision {
  readonly id: string;
  readonly kind:
    | 'approval.granted'
    | 'approval.denied'
    | 'approval.expired'
    | 'action.voided'
    | 'action.withdrawn'
    | 'action.resolved';
  readonly actionId: string;
  readonly taskId?: string;
  readonly by: Actor;
  readonly at: string;
  readonly reason?: string;
  readonly digest?: Hash;
  /** The policies that Cedar named as deciding the commit, each with the hash of its text. */
  readonly policies?: Readonly<Record<string, Hash>>;
}
