import type { Action, Attachment } from './rows/action.ts';
import type { ArtefactKind, Artefacts, Descriptor } from './artefacts/artefacts.ts';
import type { AuditEvent, DispatchEvent, EventId, Receipt } from './audit.ts';
import type { Hash } from './values/canonical.ts';
import type { SnapshotId } from './artefacts/corpus.ts';
import type { EffectClass } from './effects.ts';
import type { FailureCode } from './failures.ts';
import type { Definition, Principal } from './authority/identity.ts';
import type { LedgerKey } from './dispatch/keys.ts';
import type { LocatedText, Source } from './rows/located-text.ts';
import type { Marking, MarkingScheme } from './authority/markings.ts';
import type { Signature, ToolVersion } from './artefacts/tool-version.ts';
import type { Run } from './rows/run.ts';
import type { Task } from './rows/task.ts';

/** A dispatch's record: idempotency record, audit event and outbox row in one item, which is never updated. */
export interface DispatchRecord {
  readonly fingerprint: Hash;
  readonly event: DispatchEvent & { readonly outcome: 'answered' };
  readonly receipt: Receipt;
  /** Canonical JSON. Kept if the call had a port or an effect. */
  readonly result?: string;
  /** The result is kept but too large for the record. The content store holds it under its hash. */
  readonly resultAside?: true;
  /** Canonical JSON. Kept together with the result. */
  readonly exceptions?: string;
  /** Canonical JSON of the arguments. Only in a replayable run. */
  readonly arguments?: string;
}

/** An effect is data until it is recorded: a row that is put if absent, in one transaction with the dispatch record. */
export type Effect =
  | { readonly put: 'Action'; readonly row: Action; readonly attachments: readonly Attachment[] }
  | {
      readonly put: 'Task';
      readonly row: Task;
      /** Only for a Decision: what approvers see. */ readonly shown?: Attachment;
    };

export type Recorded =
  | { readonly found: 'ours' | 'earlier'; readonly record: DispatchRecord }
  /** Another call has put the row. Nothing of this call is recorded. */
  | { readonly found: 'effect' };

export interface Ledger {
  /**
   * One conditional put; with an effect, one transaction of record and row. If a record exists, nothing changes.
   * @throws Failure `key.reused`, `write.conflict`, `ledger.unanswered`
   */
  record(key: LedgerKey, record: DispatchRecord, effect?: Effect): Promise<Recorded>;
  /** @throws Failure `key.reused`, `ledger.unanswered` */
  recall(key: LedgerKey, fingerprint: Hash): Promise<DispatchRecord | undefined>;
  /** Puts an event under its own key: a refusal, a failure, a replay, a read. @throws Failure `ledger.unanswered` */
  note(event: AuditEvent): Promise<void>;
}

/** The mutable state that a dispatch reads: the release in force, and what was withdrawn or suspended. */
export interface HeadState {
  readonly release: string;
  /** `tool.id@version` */
  readonly withdrawn: readonly string[];
  /** `tool.id` or `tool.id@version` */
  readonly suspended: readonly string[];
  /** Each corpus id, with its snapshot in force. */
  readonly corpora?: Readonly<Record<string, SnapshotId>>;
  /** Each ontology type, with the snapshot in force of its exported objects. */
  readonly exports?: Readonly<Record<string, Hash>>;
  /** Key of the HMACs in spans. Without it, spans hold no hashes. */
  readonly telemetryKey?: string;
}
export interface Head {
  /** At most 5 s old. @throws Failure `dependency.unavailable` */
  current(): Promise<HeadState>;
}

export interface Runs {
  /** @throws Failure `dependency.unavailable` */
  find(runId: string): Promise<Run | undefined>;
}

/** Releases by id; a release is immutable. */
export interface Library {
  /** The release of the tree that this build was made from. */
  readonly bundled: string;
  open(release: string): Promise<Release | undefined>;
}

export interface Release {
  readonly id: string;
  readonly tenant: string;
  readonly markings: MarkingScheme;
  /** The lowest markings of a new source. If the tenant declares none, these are all markings. */
  readonly sourceMarkings: readonly Marking[];
  /** Artefact `name@version` and tool `id@version` to digest. */
  readonly pins: Readonly<Record<string, Hash>>;
  tools(): readonly string[];
  versions(tool: string): readonly string[];
  tool(id: string, version: string): Promise<ToolVersion | undefined>;
  signature(record: ToolVersion): Promise<Signature>;
  agent(name: string): Definition | undefined;
  group(name: string): Definition | undefined;
  /** Finds an artefact by `name` or `name@version`. A bare name means its only version. The content is not read. */
  describe<K extends ArtefactKind>(kind: K, name: string): Descriptor<K> | undefined;
  load<K extends ArtefactKind>(descriptor: Descriptor<K>): Promise<Artefacts[K]>;
  /** The Cedar policies, parsed when the tenant was compiled. `hash` names this set. */
  policies(): Promise<PolicySet>;
}

export interface PolicySet {
  readonly hash: Hash;
  /** Cedar's JSON policy set and schema. */
  readonly policySet: unknown;
  readonly schema: unknown;
  /** Policy id to the hash of its text. */
  readonly texts: Readonly<Record<string, Hash>>;
}

export interface PdpRequest {
  readonly principal: Principal;
  readonly action: EffectClass;
  readonly tool: Pick<ToolVersion, 'id' | 'version' | 'pattern' | 'effectClass' | 'scopes' | 'purposes'> & {
    /** Allowed markings, expanded downward. */
    readonly markings: readonly Marking[];
  };
  readonly context: {
    readonly purpose: string;
    readonly markings: readonly Marking[];
    /** Only for a commit: if its target is external, its grants and its quorum. */
    readonly approval?: { readonly external: boolean; readonly grants: number; readonly quorum: number };
  };
}

export type PdpAnswer =
  | { readonly verdict: 'allow' | 'deny'; readonly policies: readonly string[] }
  /** A policy failed, or the request did not match the schema. It counts as a deny. */
  | { readonly verdict: 'failed'; readonly policies: readonly string[] };

export interface Pdp {
  decide(policies: PolicySet, request: PdpRequest): Promise<PdpAnswer>;
}

/**
 * Facts that a pattern may add to the spans of its call, each in the clear or as a keyed hash. A fact that is not
 * classified here does not compile.
 */
export const patternFacts = {
  model: 'public',
  promptVersion: 'public',
  temperature: 'public',
  maxTokens: 'public',
  inputTokens: 'public',
  outputTokens: 'public',
  requestHash: 'hash',
} as const satisfies Readonly<Record<string, 'public' | 'hash'>>;
export type PatternFacts = Readonly<Partial<Record<keyof typeof patternFacts, string | number>>>;

/** Facts of a span: names and hashes, never a value. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Observer {
  /** A span around `inside`, which may add facts to it until it ends. */
  span<T>(name: string, inside: (add: (facts: Facts) => void) => Promise<T>): Promise<T>;
  /** The metrics (docs/spec.md, 9.6), of one dispatch. */
  dispatched(facts: DispatchMeasure): void;
  /**
   * Reports a failure that the platform team must repair: what it was and where it arose. Its message may quote a value
   * and is left out.
   */
  failed(error: unknown, eventId: EventId): void;
}

export interface DispatchMeasure {
  readonly tool: string;
  readonly function: string;
  readonly outcome: DispatchEvent['outcome'];
  readonly code?: FailureCode;
  readonly durationMillis: number;
}

/** Sources by id, for tools whose arguments name them: rows before the PDP decides, texts after it. */
export interface Sources {
  /** One consistent read, in the order of the ids. @throws Failure `dependency.unavailable` */
  find(ids: readonly string[]): Promise<readonly (Source | undefined)[]>;
  /** The text of a located source, checked against its digests. @throws Failure `dependency.unavailable`, `internal` */
  text(source: Source): Promise<LocatedText>;
}

export interface System {
  readonly ledger: Ledger;
  readonly head: Head;
  readonly runs: Runs;
  readonly library: Library;
  readonly sources: Sources;
  readonly pdp: Pdp;
  readonly observer: Observer;
  /** Digest of the build and the runtime's version. */
  readonly engine: string;
  readonly now: () => number;
}
