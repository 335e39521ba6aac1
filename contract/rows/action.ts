import type { EventId } from '../audit.ts';
import type { Hash } from '../values/canonical.ts';
import type { Actor } from '../authority/identity.ts';
import type { Marking } from '../authority/markings.ts';

export const actionStates = [
  'staged',
  'pending',
  'approved',
  'committing',
  'outcome_unknown',
  'committed',
  'failed',
  'compensated',
  'cancelled',
  'expired',
  'denied',
  'voided',
] as const;
export type ActionState = (typeof actionStates)[number];

/** A record of a system of record as a lookup saw it. */
export interface SeenRecord {
  readonly eventId: EventId;
  readonly sor: string;
  readonly resource: string;
  readonly ref: string;
  /** The entity tag that the lookup saw (RFC 9110, 8.8.3). */
  readonly version: string;
}

/** A staged effect on a system of record: one row, which only the Action Plane changes. */
export interface Action {
  readonly id: string;
  readonly state: ActionState;
  /** Rises by one with each transition. */
  readonly version: number;
  readonly kind: string;
  readonly kindVersion: string;
  /** The release that the kind and the SoR file come from. */
  readonly release: string;
  readonly tool: string;
  readonly toolVersion: string;
  readonly requester: Actor;
  /** The groups of a human requester at the time of staging. What they may do is checked again at commit. */
  readonly requesterGroups?: readonly string[];
  /** The login of the human who answers for the requesting agent. */
  readonly owner?: string;
  readonly runId: string;
  readonly purpose: string;
  readonly idempotencyKey?: string;
  readonly target: {
    readonly sor: string;
    readonly resource: string;
    readonly ref: string;
    /** The entity tag that the basis saw (RFC 9110, 8.8.3). */
    readonly version: string;
  };
  /**
   * The hash of the payload (canonical JSON), under which it is stored. The case (rationale, evidence, old values) is
   * stored the same way.
   */
  readonly payloadHash: Hash;
  readonly caseHash: Hash;
  readonly authoring: {
    readonly eventId: EventId;
    readonly basis: EventId;
    readonly at: string;
    readonly policies: readonly string[];
    readonly pins: Readonly<Record<string, string>>;
  };
  readonly approval: { readonly queues: readonly string[]; readonly quorum: number };
  readonly markings: readonly Marking[];
  readonly stagedAt: string;
  readonly stagedUntil: string;
  /** Approval round, from 1. Only `resolve` raises it. */
  readonly round: number;
  readonly taskId?: string;
  /** The committed Action that this one undoes; and of a committed one, the one that undoes it. */
  readonly compensates?: string;
  readonly compensatedBy?: string;
  /** How many compensations of it were staged. */
  readonly compensations?: number;
  /** Statements of operators about an unknown outcome. Only if the kind asks for more than one operator. */
  readonly resolutions?: readonly { readonly by: string; readonly arrived: boolean; readonly decisionId: string }[];
  /** The records beside the target that it rests on, by the kind's names: read again before its Task opens. */
  readonly lookups?: Readonly<Record<string, SeenRecord>>;
  /** The Decision that caused the current state. */
  readonly decisionId?: string;
  /** The reason why it ended, or what is unknown. */
  readonly reason?: string;
  /** Number of sends so far, at most 64. */
  readonly attempts: number;
  readonly reconciliations: number;
  /** Only the commit function takes it. A commit completes only with its fencing token. */
  readonly lease?: { readonly fencingToken: number; readonly untilMillis: number };
  /** The SoR's answer to the change. */
  readonly sorReceipt?: { readonly status: number; readonly version?: string; readonly at: string };
}

/** A looked-up record as an approver sees it. */
export interface ShownRecord {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly object: unknown;
}

/** The records that an Action rests on. The values were checked by the platform and are never the agent's words. */
export interface ActionCase {
  readonly rationale: string;
  readonly basis: ShownRecord;
  /** Further records that it rests on, by the kind's names. */
  readonly lookups?: Readonly<Record<string, ShownRecord>>;
  readonly evidence: readonly {
    readonly eventId: EventId;
    readonly tool: string;
    readonly version: string;
    readonly arguments?: unknown;
    readonly result: unknown;
  }[];
  readonly drafts: Readonly<Record<string, EventId>>;
  /** Only for a compensation: the Action that it undoes, and the reason. */
  readonly compensates?: { readonly actionId: string; readonly rationale: string };
  /** Old values beside new ones, as `shows` of the kind names them. */
  readonly changes: readonly { readonly label: string; readonly from: unknown; readonly to: unknown }[];
}

export interface Attachment {
  readonly hash: Hash;
  readonly text: string;
}
