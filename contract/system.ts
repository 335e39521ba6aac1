import type { Action, Attachment } from './rows/action.ts';
import type { ArtefactKind, Artefacts, Descriptor } from './artefacts/artefacts.ts';
import type { AuditEvent, DispatchEvent, EventId, Receipt } from './audit.ts';
import type { Hash } from './values/canonical.ts';
import type { SnapshotId } from './artefacts/corpus.ts';
import type { EffectClass } from './effects.ts';
import type { FailureCode } from './failures.ts';
import type { Definition, Principal } from './authority/identity.ts';
import type { Suspension } from './authority/suspension.ts';
import type { LedgerKey } from './dispatch/keys.ts';
import type { LocatedText, Source } from './rows/located-text.ts';
import type { Marking, MarkingScheme } from './authority/markings.ts';
import type { ToolSummary } from './artefacts/manifest.ts';
import type { ToolVersion } from './artefacts/tool-version.ts';
import type { Run } from './rows/run.ts';
import type { Task } from './rows/task.ts';

/** The record of a dispatch. It is idempotency record, audit event and outbox row in one item, and is never updated. */
export interface DispatchRecord {
  readonly fingerprint: Hash;
  readonly event: DispatchEvent & { readonly outcome: 'answered' };
  readonly receipt: Receipt;
  /** The result as canonical JSON. It is kept only if the call had a port or an effect. */
  readonly result?: string;
  /**
   * Present if the result is too large for the record. The content store has the result under the hash of the result.
   */
  readonly resultAside?: true;
  /** The exceptions as canonical JSON. They are kept together with the result. */
  readonly exceptions?: string;
  /** The arguments as canonical JSON. They are kept only in a replayable run. */
  readonly arguments?: string;
}

/**
 * The effect of a call, as data. The row is written in one transaction with the dispatch record. The row is put only if
 * it does not exist.
 */
export type Effect =
  | { readonly put: 'Action'; readonly row: Action; readonly attachments: readonly Attachment[] }
  | {
      readonly put: 'Task';
      readonly row: Task;
      /** Only for a validation or classification: the case that approvers see. */ readonly shown?: Attachment;
    };

export type Recorded =
  | { readonly found: 'ours' | 'earlier'; readonly record: DispatchRecord }
  /** Another call has already put the same row. Nothing of this call is recorded. */
  | { readonly found: 'effect' };

export interface Ledger {
  /**
   * Puts the record if no record with this key exists. With an effect, puts the record and the effect's row in one
   * transaction. If a record with this key exists, nothing changes.
   * @throws Failure `key.reused`, `write.conflict`, `ledger.unanswered`
   */
  record(key: LedgerKey, record: DispatchRecord, effect?: Effect): Promise<Recorded>;
  /**
   * Returns the record with this key, if there is one.
   * @throws Failure `key.reused` if the record has another fingerprint, `ledger.unanswered`
   */
  recall(key: LedgerKey, fingerprint: Hash): Promise<DispatchRecord | undefined>;
  /**
   * Puts an event under a key of its own: a refusal, a failure, a replay or a read.
   * @throws Failure `ledger.unanswered`
   */
  note(event: AuditEvent): Promise<void>;
}

/** The only mutable state that a dispatch reads: the release in force, and what is withdrawn or suspended. */
export interface HeadState {
  readonly release: string;
  /** Says if a deploy or a person put the release in force. Absent if an earlier version of the platform did. */
  readonly releasedBy?: 'deploy' | 'person';
  /** Tool versions, each as `tool.id@version`. */
  readonly withdrawn: readonly string[];
  /**
   * Tools (`tool.id`), tool versions (`tool.id@version`), action kinds, queues, systems of record, agents
   * (`agent/name`), and `all`.
   */
  readonly suspended: readonly string[];
  /** Maps each name of `suspended` to its details. A suspension that an earlier version wrote has no details. */
  readonly suspensions?: Readonly<Record<string, Suspension>>;
  /** Maps a corpus id to its snapshot in force. */
  readonly corpora?: Readonly<Record<string, SnapshotId>>;
  /** Maps an ontology type to the snapshot in force of its exported objects. */
  readonly exports?: Readonly<Record<string, Hash>>;
  /** The key for the HMACs in spans. Without it, spans contain no hashes. */
  readonly telemetryKey?: string;
  /** The instant at which an operator last replaced the telemetry key; ISO 8601, UTC. @default the key was never replaced */
  readonly telemetryKeySince?: string;
}
export interface Head {
  /**
   * Returns the head as it was at most 5 s ago.
   * @throws Failure `dependency.unavailable`, also if no release is in force yet
   */
  current(): Promise<HeadState>;
}

export interface Runs {
  /**
   * Returns the run, or undefined if it does not exist.
   * @throws Failure `dependency.unavailable`
   */
  find(runId: string): Promise<Run | undefined>;
}

/** Opens releases by id. A release never changes. */
export interface Library {
  open(release: string): Promise<Release | undefined>;
}

export interface Release {
  readonly id: string;
  readonly tenant: string;
  readonly markings: MarkingScheme;
  /** The markings that every new source gets. If the tenant declares none, a new source gets all markings. */
  readonly sourceMarkings: readonly Marking[];
  /** Maps `name@version` of an artefact, or `id@version` of a tool, to its digest. */
  readonly pins: Readonly<Record<string, Hash>>;
  tools(): readonly string[];
  versions(tool: string): readonly string[];
  tool(id: string, version: string): Promise<ToolVersion | undefined>;
  /** Returns a summary of every tool version. */
  summaries(): Promise<readonly ToolSummary[]>;
  agent(name: string): Promise<Definition | undefined>;
  group(name: string): Promise<Definition | undefined>;
  /**
   * Finds an artefact by `name` or `name@version`, without reading its content. A name without a version finds the
   * artefact only if the release has one version of it.
   */
  describe<K extends ArtefactKind>(kind: K, name: string): Descriptor<K> | undefined;
  load<K extends ArtefactKind>(descriptor: Descriptor<K>): Promise<Artefacts[K]>;
  /** Returns the Cedar policies, which were parsed when the tenant was compiled. `hash` identifies the set. */
  policies(): Promise<PolicySet>;
  /** Returns the text of a policy as its author wrote it, by its hash. */
  policyText(hash: Hash): Promise<string>;
}

export interface PolicySet {
  readonly hash: Hash;
  /** The policy set and the schema, in Cedar's JSON formats. */
  readonly policySet: unknown;
  readonly schema: unknown;
  /** Maps the id of a policy to the hash of its text. */
  readonly texts: Readonly<Record<string, Hash>>;
}

export interface PdpRequest {
  readonly principal: Principal;
  readonly action: EffectClass;
  readonly tool: Pick<ToolVersion, 'id' | 'version' | 'pattern' | 'effectClass' | 'scopes' | 'purposes'> & {
    /** The markings that the tool allows, with all lower markings of their chains. */
    readonly markings: readonly Marking[];
  };
  readonly context: {
    readonly purpose: string;
    readonly markings: readonly Marking[];
    /** Only for a commit: whether its target is external, the number of grants, and the quorum. */
    readonly approval?: { readonly external: boolean; readonly grants: number; readonly quorum: number };
  };
}

export type PdpAnswer =
  | { readonly verdict: 'allow' | 'deny'; readonly policies: readonly string[] }
  /** A policy failed, or the request did not match the schema. This counts as a deny. */
  | { readonly verdict: 'failed'; readonly policies: readonly string[] };

export interface Pdp {
  decide(policies: PolicySet, request: PdpRequest): Promise<PdpAnswer>;
}

/**
 * The facts that a pattern may add to the spans of its call. `public` facts appear as they are, a `hash` as an HMAC. A
 * fact that is not in this table does not compile.
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

/** The facts of a span: names and hashes, never a value. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Observer {
  /** Runs `inside` in a span. `inside` may add facts to the span until the span ends. */
  span<T>(name: string, inside: (add: (facts: Facts) => void) => Promise<T>): Promise<T>;
  /** Counts one dispatch in the metrics (docs/spec.md, 9.6). */
  dispatched(facts: DispatchMeasure): void;
  /**
   * Reports an error that the platform team must repair: its kind and where it was thrown. The message of the error is
   * left out, because it may contain a value.
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

/** Reads the sources that arguments name: rows before the PDP decides, texts after it. */
export interface Sources {
  /**
   * Returns the rows in the order of the ids, from one consistent read.
   * @throws Failure `dependency.unavailable`
   */
  find(ids: readonly string[]): Promise<readonly (Source | undefined)[]>;
  /**
   * Returns the text of a located source, after checking it against its digests.
   * @throws Failure `dependency.unavailable`, `internal`
   */
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
  /** The digest of the build, with the version of the runtime. */
  readonly engine: string;
  readonly now: () => number;
}
