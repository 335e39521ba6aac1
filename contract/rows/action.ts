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

/** The states of an Action that wait for somebody. In each other state, the Action has ended. */
export const waitingActionStates = [
  'staged',
  'pending',
  'approved',
  'committing',
  'outcome_unknown',
] as const satisfies readonly ActionState[];

/** Identifies a record of an SoR, and the version that a lookup saw. */
export interface SeenRecord {
  readonly eventId: EventId;
  readonly sor: string;
  readonly resource: string;
  readonly ref: string;
  /** The entity tag that the lookup saw (RFC 9110, 8.8.3). */
  readonly version: string;
}

/** A staged change of an SoR, as one row. Only the Action Plane changes it. */
export interface Action {
  readonly id: string;
  readonly state: ActionState;
  /** Rises by one with each transition. */
  readonly version: number;
  readonly kind: string;
  readonly kindVersion: string;
  /** The release that defines the action kind and the SoR file. */
  readonly release: string;
  readonly tool: string;
  readonly toolVersion: string;
  readonly requester: Actor;
  /** The login of the requesting agent's owner. */
  readonly owner?: string;
  readonly runId: string;
  /** The subject of the run. */
  readonly subject?: string;
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
   * The hash of the payload's canonical JSON. The payload is stored under this hash. The case (rationale, evidence, old
   * values) is stored under `caseHash` in the same way.
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
  /** The approval round, counted from 1. Only `resolve` raises it. */
  readonly round: number;
  readonly taskId?: string;
  /** The committed Action that this one undoes. `compensatedBy` is the Action that undoes this one. */
  readonly compensates?: string;
  readonly compensatedBy?: string;
  /** How many compensations of this Action were staged. */
  readonly compensations?: number;
  /**
   * The reports of operators about an unknown outcome. Present only if the action kind requires more than one operator.
   */
  readonly resolutions?: readonly { readonly by: string; readonly arrived: boolean; readonly decisionId: string }[];
  /**
   * Other records that the Action relies on, each under the name that the action kind gives it. They are read again
   * before the Task opens.
   */
  readonly lookups?: Readonly<Record<string, SeenRecord>>;
  /** The id of the Decision that caused the current state. */
  readonly decisionId?: string;
  /** Why the Action ended, or why its outcome is unknown. */
  readonly reason?: string;
  /** How often the change was sent, at most 64 times. */
  readonly attempts: number;
  readonly reconciliations: number;
  /** Present while an approved Action is not sent because something is suspended. At `until` the Action is voided. */
  readonly hold?: { readonly since: string; readonly until: string };
  /** Held by the commit function during a send. Only the holder of the latest fencing token can record an outcome. */
  readonly lease?: { readonly fencingToken: number; readonly untilMillis: number };
  /** The answer of the SoR to the change. */
  readonly sorReceipt?: { readonly status: number; readonly version?: string; readonly at: string };
}

/** A looked-up record as an approver sees it. */
export interface ShownRecord {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly object: unknown;
}

/**
 * Everything that an approver sees about an Action. The rationale is the text of the requester. The platform has
 * checked every other value against its records.
 */
export interface ActionCase {
  readonly rationale: string;
  readonly basis: ShownRecord;
  /** Other records that the Action relies on, each under the name that the action kind gives it. */
  readonly lookups?: Readonly<Record<string, ShownRecord>>;
  readonly evidence: readonly {
    readonly eventId: EventId;
    readonly tool: string;
    readonly version: string;
    /** The artefacts (`name@version`) and the sources that the call used, each with its digest. */
    readonly pins?: Readonly<Record<string, string>>;
    readonly arguments?: unknown;
    readonly result: unknown;
  }[];
  readonly drafts: Readonly<Record<string, EventId>>;
  /** Only for a compensation: the Action that it undoes, and the rationale of that Action. */
  readonly compensates?: { readonly actionId: string; readonly rationale: string };
  /** Old values beside new ones, as the member `shows` of the action kind lists them. */
  readonly changes: readonly { readonly label: string; readonly from: unknown; readonly to: unknown }[];
}

export interface Attachment {
  readonly hash: Hash;
  readonly text: string;
}
