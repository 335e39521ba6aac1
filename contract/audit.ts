import type { Hash } from './values/canonical.ts';
import type { FailureCode } from './failures.ts';
import type { Actor } from './authority/identity.ts';
import type { Marking } from './authority/markings.ts';

/** `<function>.<hash>.<uuidv7>`: names its own ledger item, so that one read finds it. */
export type EventId = string;

/** The part of a dispatch's event that its caller may see. Same bytes on every replay. */
export interface Receipt {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly engine: string;
  readonly argsHash: Hash;
  readonly resultHash: Hash;
  readonly exceptionsHash: Hash;
  readonly policies: readonly string[];
  /** Artefact `name@version` to its digest; the release too. */
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
  /** The Action that the call staged or asked about, the event it rests on, and the answer that a replay repeats. */
  readonly decision?: { readonly actionId?: string; readonly taskId?: string; readonly basis?: EventId };
  readonly replays?: EventId;
  /** Of a refusal: the run that the call named where it is not known to be its caller's. No event of that run. */
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

/** One step of an Action or a Task; ordered by `actionVersion` within an Action. */
export type TransitionEvent = EventBase & {
  readonly kind: 'transition';
  /** Absent, with its version, of a Task whose subject is no Action. */
  readonly actionId?: string;
  readonly taskId?: string;
  readonly from: string;
  readonly to: string;
  readonly actionVersion?: number;
  /** Why: a failure code, a fact of the target, never a value. */
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
  /** Of what was refused: `source.corrupt` and its like. */
  readonly exception?: string;
  /** Of a part: the source that it was taken from. */
  readonly partOf?: string;
};

/** Objects of a type were read in from a file: told when it begins, for the writes that a broken one leaves, and when it ends. */
export type ImportEvent = EventBase & {
  readonly kind: 'import';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** Of the file's bytes. */
  readonly fileHash: Hash;
  readonly objects: number;
  /** What became of them, at the end. */
  readonly counts?: { readonly created: number; readonly changed: number; readonly unchanged: number };
};

/** Objects of a type are exported: told when it begins, and when it has ended. What is then in force is a `ReleaseEvent`. */
export type ExportEvent = EventBase & {
  readonly kind: 'export';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** As these stood then. */
  readonly asOf: string;
  readonly snapshot?: Hash;
  readonly objects?: number;
};

/** What is in force was changed: by a deploy, by a published corpus, by an export, by an operator who stopped a tool or let it go on. */
export type ReleaseEvent = EventBase & {
  readonly kind: 'release';
  readonly step: 'released' | 'published' | 'exported' | 'withdrawn' | 'reinstated' | 'suspended' | 'resumed';
  /** The release, the corpus, the type of exported objects, the tool or the tool version. */
  readonly subject: string;
  /** Of a corpus or exported objects, the snapshot that is in force now. */
  readonly snapshot?: string;
  /** The release or the snapshot that was in force before. */
  readonly replaces?: string;
};

/** A human read a Task, an auditor the audit log, anybody a source. */
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
