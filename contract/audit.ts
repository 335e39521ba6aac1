import type { Hash } from './values/canonical.ts';
import type { FailureCode } from './failures.ts';
import type { Actor } from './authority/identity.ts';
import type { Marking } from './authority/markings.ts';

/** `<function>.<hash>.<uuidv7>`. It names its ledger item, so one read finds the event. */
export type EventId = string;

/** The part of a dispatch's event that its caller may see. Each replay has the same bytes. */
export interface Receipt {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly engine: string;
  readonly argsHash: Hash;
  readonly resultHash: Hash;
  readonly exceptionsHash: Hash;
  readonly policies: readonly string[];
  /** Each artefact `name@version`, and the release, with its digest. */
  readonly pins: Readonly<Record<string, string>>;
  readonly markings: readonly Marking[];
}

interface EventBase {
  readonly eventId: EventId;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: Actor;
  readonly runId?: string;
  readonly actionId?: string;
  readonly purpose?: string;
  readonly release: string;
}

export interface DispatchFacts {
  readonly kind: 'dispatch';
  readonly function: string;
  readonly tool: string;
  readonly version?: string;
  readonly argsHash?: Hash;
  readonly resultHash?: Hash;
  readonly exceptionsHash?: Hash;
  readonly exceptions?: readonly string[];
  readonly verdict?: 'allow' | 'deny' | 'failed';
  readonly policies?: readonly string[];
  readonly pins?: Readonly<Record<string, string>>;
  readonly markings?: readonly Marking[];
  /** The Action or Task that the call made or asked about, and the event that it rests on. A replay repeats it. */
  readonly decision?: { readonly actionId?: string; readonly taskId?: string; readonly basis?: EventId };
  readonly replays?: EventId;
  /**
   * Only in a refusal: the run that the call named, if it is not known to be the caller's. The event does not belong to
   * that run.
   */
  readonly namesRun?: string;
  /** Why the caller could not use what it referred to. The caller is not told which of the three it is. */
  readonly reference?: { readonly pointer: string; readonly why: 'absent' | 'foreign' | 'uncleared' };
  readonly durationMillis: number;
}

export type DispatchEvent = EventBase &
  DispatchFacts &
  (
    | { readonly outcome: 'answered' | 'replayed' }
    | { readonly outcome: 'refused' | 'failed'; readonly code: FailureCode }
  );

/** One step of an Action or a Task. Events of one Action are ordered by `actionVersion`. */
export type TransitionEvent = EventBase & {
  readonly kind: 'transition';
  /** Absent, with its version, of a Task whose subject is no Action. */
  readonly actionId?: string;
  readonly taskId?: string;
  readonly from: string;
  readonly to: string;
  readonly actionVersion?: number;
  /** The reason: a failure code or a fact about the target, never a value. */
  readonly reason?: string;
  readonly decisionId?: string;
  readonly resultHash?: Hash;
};

export type DecisionEvent = EventBase & {
  readonly kind: 'decision';
  /** Absent, with its version, where a Decision of an agent is the subject and no Action. */
  readonly actionId?: string;
  readonly subject?: EventId;
  readonly taskId?: string;
  readonly actionVersion?: number;
  readonly decisionKind: string;
  readonly decisionId: string;
  readonly digest?: Hash;
  readonly policies?: readonly string[];
  /** The transition that the Decision caused, in the same transaction. */
  readonly from?: string;
  readonly to?: string;
};

export type RunEvent = EventBase & {
  readonly kind: 'run';
  readonly runId: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly expiresAt: string;
};

/** A source was announced, sent again, turned into text, or refused. */
export type SourceEvent = EventBase & {
  readonly kind: 'source';
  readonly subject: string;
  readonly step: 'announced' | 'joined' | 'part' | 'received' | 'located' | 'refused';
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly markings: readonly Marking[];
  readonly textHash?: Hash;
  /** Only if the source was refused: the kind of exception, such as `source.corrupt`. */
  readonly exception?: string;
  /** Only for a part: the source that it was taken from. */
  readonly partOf?: string;
};

/**
 * Objects of a type are imported from a file. One event is written at the beginning, because a broken import leaves
 * some writes, and one at the end.
 */
export type ImportEvent = EventBase & {
  readonly kind: 'import';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** The SHA-256 of the file's bytes. */
  readonly fileHash: Hash;
  readonly objects: number;
  /** Only at the end: how many objects were created, changed and left unchanged. */
  readonly counts?: { readonly created: number; readonly changed: number; readonly unchanged: number };
};

/**
 * Objects of a type are exported. One event is written at the beginning and one at the end. A `ReleaseEvent` says which
 * snapshot is in force afterwards.
 */
export type ExportEvent = EventBase & {
  readonly kind: 'export';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** The instant at which the exported objects had these values. */
  readonly asOf: string;
  readonly snapshot?: Hash;
  readonly objects?: number;
};

/**
 * A change of what is in force: by a deploy, a published corpus, an export, or an operator who stopped or resumed a
 * tool.
 */
export type ReleaseEvent = EventBase & {
  readonly kind: 'release';
  readonly step: 'released' | 'published' | 'exported' | 'withdrawn' | 'reinstated' | 'suspended' | 'resumed';
  /** The release, the corpus, the type of exported objects, the tool or the tool version. */
  readonly subject: string;
  /** Only for a corpus or exported objects: the snapshot that is in force now. */
  readonly snapshot?: string;
  /** The release or the snapshot that was in force before. */
  readonly replaces?: string;
};

/** A human read a Task, an auditor read the audit log, or a caller read a source. */
export type ReadEvent = EventBase & { readonly kind: 'read'; readonly subject: string };

/** A request that no tool served: a wrong path, an unknown function, a refused read or decision. */
export type RequestEvent = EventBase & {
  readonly kind: 'request';
  readonly outcome: 'refused' | 'failed';
  readonly code: FailureCode;
  readonly subject: string;
};

export type AuditEvent =
  | DispatchEvent
  | TransitionEvent
  | DecisionEvent
  | RunEvent
  | SourceEvent
  | ImportEvent
  | ExportEvent
  | ReleaseEvent
  | ReadEvent
  | RequestEvent;
