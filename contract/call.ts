import type { Hash } from './values/canonical.ts';
import type { Caller, Principal } from './authority/identity.ts';
import type { LedgerKey } from './dispatch/keys.ts';
import type { Missing } from './dispatch/refs.ts';
import type { Marking } from './authority/markings.ts';
import type { PatternFacts, Release } from './system.ts';
import type { DispatchEvent, EventId, Receipt, RequestOrigin } from './audit.ts';
import type { Exception, FailureCode } from './failures.ts';
import type { ToolVersion } from './artefacts/tool-version.ts';
import type { Run } from './rows/run.ts';

/** A dispatch as it arrived: the caller is authenticated, but the body is not parsed. */
export interface Call {
  /** A UUIDv7. The event of the call gets this uuid. */
  readonly id: string;
  /** The instant of the request in epoch milliseconds. */
  readonly at: number;
  /** The deadline in epoch milliseconds. It is checked before the record is written. */
  readonly deadlineAt: number;
  readonly caller: Caller;
  /** The HTTP request that carried the call. */
  readonly via?: RequestOrigin;
  /** The function whose path was called. */
  readonly function: string;
  readonly tool: string;
  readonly version?: string;
  readonly purpose?: string;
  readonly runId?: string;
  readonly key?: string;
  readonly body: string;
}

export interface Parsed extends Call {
  readonly arguments: unknown;
  /** The canonical JSON of the arguments, made before the tool runs, so the tool cannot change it. */
  readonly argsText: string;
  readonly argsHash: Hash;
}

export interface Versioned extends Parsed {
  readonly principal: Principal;
  readonly record: ToolVersion;
  readonly run: Run | undefined;
  /** The purpose in the header Purpose-Of-Use, or else the purpose of the run. */
  readonly purposeOfUse: string;
  /**
   * The release of the run, or the release in force if the call has no run. Registry records and artefacts come from
   * it.
   */
  readonly release: Release;
  /** The release that is in force now. Rights, policies and withdrawals come from it. */
  readonly inForce: Release;
}

export interface Typed<Args> extends Versioned {
  readonly args: Args;
}

export interface Pinned<Args> extends Typed<Args> {
  readonly pins: Readonly<Record<string, string>>;
  readonly resolved: Readonly<Record<string, unknown>>;
  /**
   * The markings of the signature, of the referenced artefacts and sources, and of the cited events, combined with
   * `join`.
   */
  readonly markings: readonly Marking[];
  /**
   * References that the caller cannot use. If the PDP allows the call, the first of them is the reason for a refusal.
   */
  readonly missing: readonly Missing[];
}

export interface Permissioned<Args> extends Pinned<Args> {
  readonly policies: readonly string[];
  /** The hash of the text of each policy in `policies`, in the same order. */
  readonly policyHashes: readonly Hash[];
}

/** The place of the call's record in the ledger, and how a repeated call is answered. */
export interface LedgerSlot {
  readonly key: LedgerKey;
  /** The hash of the key space. Undefined for a call without a key. */
  readonly keySpace: Hash | undefined;
  /**
   * The Idempotency-Key that finds this slot: the one that the caller sent, or the one that the platform issued to a
   * call with an effect.
   */
  readonly keyName: string | undefined;
  readonly fingerprint: Hash;
  /**
   * True for a call with a port or an effect that has a key. It looks for an earlier record before it executes, so that a
   * replay writes nothing but its event.
   */
  readonly recallsFirst: boolean;
  /**
   * True if the call has a port or an effect. Then the record contains the result. Otherwise the result is not stored,
   * and a replay computes it again.
   */
  readonly keepsResult: boolean;
}

export type Outcome =
  | { readonly body: string; readonly receipt: Receipt; readonly eventId: EventId; readonly replayed: boolean }
  | {
      readonly refused: FailureCode;
      readonly detail: string;
      readonly pointer?: string;
      readonly exceptions?: readonly Exception[];
      readonly retryAfterSeconds?: number;
      /** Absent if the ledger did not confirm that it stored the event. */
      readonly eventId?: EventId;
    };

/** The end of a call: the outcome for the caller, and facts for the observer. */
export interface Concluded {
  readonly outcome: Outcome;
  readonly event: DispatchEvent;
  readonly scopes: readonly string[];
  /**
   * The id of the tool, if the release contains it. A name that a caller invented must not become a dimension of a
   * metric.
   */
  readonly tool?: string;
  /** The pattern's own facts about its work. Absent for a replay. */
  readonly facts?: PatternFacts;
}

/** Answers one call. It never throws, so its callers need no catch. */
export type Tool = (call: Call) => Promise<Outcome>;
