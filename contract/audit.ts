import type { Hash } from './values/canonical.ts';
import type { FailureCode } from './failures.ts';
import type { Actor } from './authority/identity.ts';
import type { Marking } from './authority/markings.ts';

/**
 * The id of an audit event: `<function>.<hash>.<uuidv7>`. Function and hash are the key of its ledger item, so one read
 * finds the event.
 */
export type EventId = string;

/** The part of a dispatch's event that its caller may see. Every replay returns it unchanged. */
export interface Receipt {
  readonly eventId: EventId;
  readonly tool: string;
  readonly version: string;
  readonly engine: string;
  readonly argsHash: Hash;
  readonly resultHash: Hash;
  readonly exceptionsHash: Hash;
  readonly policies: readonly string[];
  /** Maps each artefact (`name@version`) and the release to its digest. */
  readonly pins: Readonly<Record<string, string>>;
  readonly markings: readonly Marking[];
}

/** The HTTP request that caused an event. Both members are absent if no request caused it. */
export interface RequestOrigin {
  /** The id that the API's gateway gave the request. The gateway's access log has the same id. */
  readonly requestId?: string;
  /** The IP address from which the request came, as the gateway saw it. */
  readonly sourceIp?: string;
}

interface EventBase extends RequestOrigin {
  readonly eventId: EventId;
  /** The instant of the event; ISO 8601, UTC. */
  readonly at: string;
  readonly actor: Actor;
  readonly runId?: string;
  readonly actionId?: string;
  readonly purpose?: string;
  readonly release: string;
  /**
   * Only in the ledger, after an erasure: for each erased member, the keyed hash that the event's entry in the audit
   * log contains.
   */
  readonly erased?: Readonly<Record<string, string>>;
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
  /** The hash of the text of each policy in `policies`, in the same order. The content store has the texts. */
  readonly policyHashes?: readonly Hash[];
  readonly pins?: Readonly<Record<string, string>>;
  readonly markings?: readonly Marking[];
  /**
   * The hashes of the records that a lookup read, or of the record that a staged Action changes (`targetHash`). The
   * event of a replay has no targets; the event that `replays` names has them.
   */
  readonly targets?: readonly Hash[];
  /**
   * The Task that the call created or asked about, and the event that the call cites as its basis. The Action is in
   * `actionId`. The event of a replay has the same values.
   */
  readonly decision?: { readonly taskId?: string; readonly basis?: EventId };
  readonly replays?: EventId;
  /**
   * Only in a refusal: the run that the call named, if the platform does not know that this run belongs to the caller.
   * The event does not belong to that run.
   */
  readonly namesRun?: string;
  /**
   * The reason why the caller cannot use a reference: it does not exist, belongs to somebody else, or needs a higher
   * clearance. The caller is not told which of these reasons applies.
   */
  readonly reference?: { readonly pointer: string; readonly why: 'absent' | 'foreign' | 'uncleared' };
  readonly durationMillis: number;
}

export type DispatchEvent = EventBase &
  DispatchFacts &
  (
    | { readonly outcome: 'answered' | 'replayed' }
    | { readonly outcome: 'refused' | 'failed'; readonly code: FailureCode }
  );

/** The state of a Task before and after a transition. Both members are absent if no Task changed. */
interface TaskMove {
  readonly taskFrom?: string;
  readonly taskTo?: string;
}

/**
 * A transition of an Action or of a Task that was written without a new Decision. The events of one Action are ordered
 * by `actionVersion`.
 */
export type TransitionEvent = EventBase & {
  readonly kind: 'transition';
  /** Absent, like `actionVersion`, if the subject of the Task is a validation or classification by an agent. */
  readonly actionId?: string;
  readonly taskId?: string;
  readonly from: string;
  readonly to: string;
  readonly actionVersion?: number;
  /**
   * The hash of the record that the Action changes. Before a Task opens, other records are read too; the event of that
   * transition has the hashes of all of them.
   */
  readonly targets?: readonly Hash[];
  /**
   * The reason for the transition: a code such as `target.changed`, or why a read failed. The reason never contains a
   * value.
   */
  readonly reason?: string;
  readonly decisionId?: string;
  readonly resultHash?: Hash;
} & TaskMove;

export type DecisionEvent = EventBase & {
  readonly kind: 'decision';
  /** Absent, like `actionVersion`, if the subject is a validation or classification by an agent. */
  readonly actionId?: string;
  /**
   * The subject of the run in which the Action was staged. If the subject of the Task is a validation or classification
   * by an agent, the id of its event.
   */
  readonly subject?: string;
  /** The hash of the record that the Action changes. */
  readonly targets?: readonly Hash[];
  readonly taskId?: string;
  readonly actionVersion?: number;
  readonly decisionKind: string;
  readonly decisionId: string;
  readonly digest?: Hash;
  /** The hash of the reason that a human or an agent gave. The row of the Decision has the text of the reason. */
  readonly reasonHash?: Hash;
  readonly policies?: readonly string[];
  /** The hash of the text of each policy in `policies`, in the same order. The content store has the texts. */
  readonly policyHashes?: readonly Hash[];
  /** The state before and after the transition that the Decision caused. Both were written in one transaction. */
  readonly from?: string;
  readonly to?: string;
} & TaskMove;

export type RunEvent = EventBase & {
  readonly kind: 'run';
  readonly runId: string;
  /** The subject that the caller gave when it opened the run. */
  readonly subject?: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly expiresAt: string;
};

/**
 * The event of a change of a source: the source was announced, sent again, turned into text or refused, or an operator
 * lowered its markings.
 */
export type SourceEvent = EventBase & {
  readonly kind: 'source';
  readonly subject: string;
  readonly step: 'announced' | 'joined' | 'part' | 'received' | 'located' | 'refused' | 'lowered';
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly markings: readonly Marking[];
  readonly textHash?: Hash;
  /** Only if the source was refused: the kind of its exception, such as `source.corrupt`. */
  readonly exception?: string;
  /** Only for a part, such as an attachment: the source that contains it. */
  readonly partOf?: string;
};

/**
 * The beginning or the end of an import of objects from a file. The event at the beginning shows an import that broke
 * off after some writes.
 */
export type ImportEvent = EventBase & {
  readonly kind: 'import';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** The SHA-256 of the file's bytes. */
  readonly fileHash: Hash;
  readonly objects: number;
  /** Only at the end: the numbers of objects that were created, changed and left unchanged. */
  readonly counts?: { readonly created: number; readonly changed: number; readonly unchanged: number };
};

/** The beginning or the end of an export of objects. A later `ReleaseEvent` says which snapshot is in force. */
export type ExportEvent = EventBase & {
  readonly kind: 'export';
  /** The ontology type. */
  readonly subject: string;
  readonly step: 'began' | 'ended';
  /** The instant at which the objects had the exported values. */
  readonly asOf: string;
  readonly snapshot?: Hash;
  readonly objects?: number;
};

/**
 * A change of the head: a deploy, a published release or corpus, an export, a tool version that an operator withdrew, or
 * something that an operator suspended or resumed.
 */
export type ReleaseEvent = EventBase & {
  readonly kind: 'release';
  readonly step:
    | 'released'
    | 'published'
    | 'exported'
    | 'withdrawn'
    | 'reinstated'
    | 'suspended'
    | 'resumed'
    | 'rekeyed';
  /**
   * The id of the release, the corpus, the ontology type, the tool or the tool version. For a suspension: the name in
   * the head. If the telemetry key was replaced: `telemetry`.
   */
  readonly subject: string;
  /** Only for a corpus or exported objects: the snapshot that is in force from now on. */
  readonly snapshot?: string;
  /** The release or the snapshot that was in force until now. */
  readonly replaces?: string;
  /** Only for a suspension and its end: the reason that the person gave. */
  readonly reason?: string;
  /** Only for a suspension: the instant at which an Action that is still held is voided. */
  readonly holdUntil?: string;
};

/**
 * The beginning or the end of an erasure of stored values. If an erasure broke off, only the event of its beginning
 * exists until somebody runs it again.
 */
export type ErasureEvent = EventBase & {
  readonly kind: 'erasure';
  readonly step: 'began' | 'ended';
  /** The id of the run or of the source. */
  readonly subject: string;
  /** The hash of the reason that the operator gave. */
  readonly reasonHash: Hash;
  /** The numbers of call records, rows and stored objects that are erased. */
  readonly counts: { readonly records: number; readonly rows: number; readonly objects: number };
};

/** The event of binding the login of an agent's owner to a human of the user pool. */
export type OwnerEvent = EventBase & {
  readonly kind: 'owner';
  readonly step: 'bound';
  /** The login. */
  readonly subject: string;
  /** The immutable id of the human in the user pool. */
  readonly sub: string;
};

/**
 * The result of a weekly comparison of the ledger, the transparency log and the access log of the API's gateway. The
 * members of `findings` are numbers; all are 0 if everything is equal.
 */
export type ReconciliationEvent = EventBase & {
  readonly kind: 'reconciliation';
  /** The compared span: ISO 8601, UTC, `from` inclusive and `to` exclusive. */
  readonly from: string;
  readonly to: string;
  /** The numbers of events in the ledger, of entries in the log and, if there is one, of lines in the access log. */
  readonly counts: { readonly ledger: number; readonly log: number; readonly access?: number };
  readonly findings: ReconciliationFindings;
};

export interface ReconciliationFindings {
  /** Events that the log does not have. */
  readonly missing: number;
  /** Entries that the ledger does not have, or that the log has twice. */
  readonly extra: number;
  /** Events whose entry differs from the ledger. */
  readonly different: number;
  /** Requests of the access log that have no event in the ledger. */
  readonly withoutEvent: number;
  /** Requests of the access log that have an event in the ledger, but no entry in the log. */
  readonly withoutEntry: number;
  /** Requests that have an event, but no line in the access log. */
  readonly withoutLine: number;
  /** Entries and lines whose format the function does not know. */
  readonly unreadable: number;
  /** 1 if more differs than the function can name. The other numbers are then too small. */
  readonly more: 0 | 1;
}

/** A read of a Task, of the audit log, of a run or of a source. `subject` says what was read. */
export type ReadEvent = EventBase & {
  readonly kind: 'read';
  readonly subject: string;
  /** Only if an approver had the target of an Action read again: the hash of that record. */
  readonly targets?: readonly Hash[];
};

/** An entry of the thread of a Task: a claim, its release, a comment, a question or an answer. */
export type ThreadEvent = EventBase & {
  readonly kind: 'thread';
  readonly taskId: string;
  /** The number of the entry in the thread. */
  readonly entry: number;
  readonly step: 'claim' | 'release' | 'comment' | 'question' | 'answer';
  readonly textHash?: Hash;
};

/**
 * A refused or failed request that did not reach a tool: a wrong path, an unknown function, a refused read or decision.
 */
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
  | ErasureEvent
  | OwnerEvent
  | ReconciliationEvent
  | ReadEvent
  | ThreadEvent
  | RequestEvent;
