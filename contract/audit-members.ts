import type { AuditEvent } from './audit.ts';

/**
 * The classes of the members of an audit event. The class decides in which form a member leaves the ledger.
 *
 * | class | audit table, spans (auditors, operators) | entry of the transparency log (whoever holds a copy) |
 * |---|---|---|
 * | `public` | its value | its value |
 * | `keyed` | its value | a keyed hash |
 * | `hash` | a keyed hash | a keyed hash |
 * | `pins` | its value | the value of artefact pins, a keyed hash of the others |
 * | `left out` | its value | nothing |
 *
 * A member is `keyed` if its plain form would let somebody confirm a guess. Examples are the hash of a file or a text, and
 * every id that is derived from such a hash. A member is `hash` if it is the plain hash of a value that may be small.
 * Somebody can guess the value behind such a hash, for example an identity number, within minutes. The member `targets`
 * is `hash` too: it is computed from the identifiers of records, an identifier may be an identity number, and auditors
 * need no clearance. Each target is hashed alone, so equal records have equal hashes in the audit table. The pin of an
 * artefact (`name@version`) is public. Every other pin is keyed: the pin of a source contains the hash of the source's
 * bytes, and the pin of a record contains the entity tag from the system of record, which may be a hash of the record.
 */
export type MemberClass = 'public' | 'keyed' | 'hash' | 'pins' | 'left out';

type KindName = AuditEvent['kind'];
type EventOf<K extends KindName> = Extract<AuditEvent, { kind: K }>;
type MemberOf<E> = E extends unknown ? keyof E : never;
/** The name of a member of any audit event. */
export type AuditMember = MemberOf<AuditEvent>;

/**
 * Every member of every event must be classified here, and no hash may be public. Otherwise the code does not compile.
 */
type Classes = {
  readonly [K in KindName]: {
    readonly [M in MemberOf<EventOf<K>>]: M extends `${string}Hash` | 'digest' | 'targets'
      ? Exclude<MemberClass, 'public'>
      : MemberClass;
  };
};

const shared = {
  kind: 'public',
  // An event id contains the hash of the call's key space, which somebody could guess. The entry in the audit log names
  // the event by the event's uuid.
  eventId: 'keyed',
  at: 'public',
  actor: 'public',
  runId: 'public',
  actionId: 'keyed',
  purpose: 'public',
  release: 'public',
  requestId: 'public',
  sourceIp: 'keyed',
  erased: 'left out',
} as const;

const auditMembers = {
  dispatch: {
    ...shared,
    function: 'public',
    tool: 'public',
    version: 'public',
    argsHash: 'hash',
    resultHash: 'hash',
    exceptionsHash: 'hash',
    exceptions: 'public',
    verdict: 'public',
    policies: 'public',
    policyHashes: 'public',
    pins: 'pins',
    markings: 'public',
    targets: 'hash',
    decision: 'keyed',
    replays: 'keyed',
    namesRun: 'public',
    reference: 'public',
    durationMillis: 'public',
    outcome: 'public',
    code: 'public',
  },
  transition: {
    ...shared,
    taskId: 'keyed',
    from: 'public',
    to: 'public',
    taskFrom: 'public',
    taskTo: 'public',
    actionVersion: 'public',
    targets: 'hash',
    reason: 'public',
    decisionId: 'keyed',
    resultHash: 'hash',
  },
  decision: {
    ...shared,
    subject: 'keyed',
    taskId: 'keyed',
    actionVersion: 'public',
    targets: 'hash',
    reasonHash: 'hash',
    decisionKind: 'public',
    decisionId: 'keyed',
    digest: 'keyed',
    policies: 'public',
    policyHashes: 'public',
    from: 'public',
    to: 'public',
    taskFrom: 'public',
    taskTo: 'public',
  },
  run: { ...shared, subject: 'keyed', pins: 'pins', expiresAt: 'public' },
  source: {
    ...shared,
    subject: 'keyed',
    step: 'public',
    mediaType: 'public',
    sizeBytes: 'public',
    markings: 'public',
    textHash: 'hash',
    exception: 'public',
    partOf: 'keyed',
  },
  import: { ...shared, subject: 'public', step: 'public', fileHash: 'keyed', objects: 'public', counts: 'public' },
  export: { ...shared, subject: 'public', step: 'public', asOf: 'public', snapshot: 'keyed', objects: 'public' },
  release: {
    ...shared,
    step: 'public',
    subject: 'public',
    snapshot: 'public',
    replaces: 'public',
    reason: 'keyed',
    holdUntil: 'public',
  },
  erasure: { ...shared, step: 'public', subject: 'keyed', reasonHash: 'hash', counts: 'public' },
  owner: { ...shared, step: 'public', subject: 'public', sub: 'public' },
  reconciliation: { ...shared, from: 'public', to: 'public', counts: 'public', findings: 'public' },
  read: { ...shared, subject: 'keyed', targets: 'hash' },
  thread: { ...shared, taskId: 'keyed', entry: 'public', step: 'public', textHash: 'hash' },
  request: { ...shared, outcome: 'public', code: 'public', subject: 'keyed' },
} as const satisfies Classes;

/**
 * Returns the class of a member of an event of this kind. An unknown member counts as a hash, because it may contain
 * anything.
 */
export function memberClass(kind: KindName, member: string): MemberClass {
  const classes: Readonly<Record<string, MemberClass>> = auditMembers[kind];
  return Object.hasOwn(classes, member) ? (classes[member] ?? 'hash') : 'hash';
}
