import type { Hash } from './values/canonical.ts';
import type { Caller, Principal } from './authority/identity.ts';
import type { LedgerKey } from './dispatch/keys.ts';
import type { Missing } from './dispatch/refs.ts';
import type { Marking } from './authority/markings.ts';
import type { PatternFacts, Release } from './system.ts';
import type { DispatchEvent, EventId, Receipt } from './audit.ts';
import type { Exception, FailureCode } from './failures.ts';
import type { ToolVersion } from './artefacts/tool-version.ts';
import type { Run } from './rows/run.ts';

/** A dispatch as it arrived: authenticated, but not parsed. */
export interface Call {
  /** UUIDv7: the id of its event. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Epoch milliseconds; checked before the record is written. */
  readonly deadlineAt: number;
  readonly caller: Caller;
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
  /** Their canonical JSON, taken before a tool could change them. */
  readonly argsText: string;
  readonly argsHash: Hash;
}

export interface Versioned extends Parsed {
  readonly principal: Principal;
  readonly record: ToolVersion;
  readonly run: Run | undefined;
  /** The purpose of the header, or of the run. */
  readonly purposeOfUse: string;
  /**
   * The release of the run, or the release in force if the call has no run. Records, artefacts and rates come from it.
   */
  readonly release: Release;
  /** The release in force now. Principals, policies and withdrawals come from it. */
  readonly inForce: Release;
}

export interface Typed<Args> extends Versioned {
  readonly args: Args;
}

export interface Pinned<Args> extends Typed<Args> {
  readonly pins: Readonly<Record<string, string>>;
  readonly resolved: Readonly<Record<string, unknown>>;
  /** The join of the markings of the signature, the references and the cited events. */
  readonly markings: readonly Marking[];
  /** References that the caller cannot use. If the PDP allows the call, the first one refuses it. */
  readonly missing: readonly Missing[];
}

export interface Permissioned<Args> extends Pinned<Args> {
  readonly policies: readonly string[];
}

/** The key of the call's record, and how the call is answered again. */
export interface LedgerSlot {
  readonly key: LedgerKey;
  /** The hash of the key space. Undefined for a call without a key. */
  readonly keySpace: Hash | undefined;
  /** The Idempotency-Key that finds it: the caller's, or the one that a call with an effect was issued. */
  readonly keyName: string | undefined;
  readonly fingerprint: Hash;
  /** True for reads and model calls with a key: they look for an earlier record before they execute. */
  readonly recallsFirst: boolean;
  /**
   * True if the call had a port or an effect: the record keeps the result. All other calls compute the result again.
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
      /** Absent if the ledger did not confirm that it holds the event. */
      readonly eventId?: EventId;
    };

/** The result of the chain for the observer: the caller's outcome, and facts beside it. */
export interface Concluded {
  readonly outcome: Outcome;
  readonly event: DispatchEvent;
  readonly scopes: readonly string[];
  /** The tool's id, if the release knows it. A name that a caller invented must not become a dimension of a metric. */
  readonly tool?: string;
  /** The pattern's report about its work. Only for an answer that was computed now. */
  readonly facts?: PatternFacts;
}

/** Never throws, so its callers need no catch. */
export type Tool = (call: Call) => Promise<Outcome>;
