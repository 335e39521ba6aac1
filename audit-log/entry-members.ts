import type { AuditEvent } from '../contract/audit.ts';

/**
 * What an entry of the log holds of a member: its value, a keyed hash of it, or nothing. A member is keyed if somebody who
 * guesses the value could confirm it by the plain text or hash: hashes of arguments, results, files and texts, and every
 * id that is derived from one.
 */
export type MemberClass = 'public' | 'keyed' | 'left out';

type KindName = AuditEvent['kind'];
type EventOf<K extends KindName> = Extract<AuditEvent, { kind: K }>;
type MemberOf<E> = E extends unknown ? keyof E : never;

/** A member of an event that is not classified here does not compile. */
type Classes = { readonly [K in KindName]: Readonly<Record<MemberOf<EventOf<K>>, MemberClass>> };

const shared = {
  kind: 'public',
  // Its hash is that of the call's key space. The entry has the uuid in it, which names the event as well.
  eventId: 'keyed',
  at: 'public',
  actor: 'public',
  runId: 'public',
  actionId: 'keyed',
  purpose: 'public',
  release: 'public',
} as const;

export const entryMembers = {
  dispatch: {
    ...shared,
    function: 'public',
    tool: 'public',
    version: 'public',
    argsHash: 'keyed',
    resultHash: 'keyed',
    exceptionsHash: 'keyed',
    exceptions: 'public',
    verdict: 'public',
    policies: 'public',
    pins: 'public',
    markings: 'public',
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
    actionVersion: 'public',
    reason: 'public',
    decisionId: 'keyed',
    resultHash: 'keyed',
  },
  decision: {
    ...shared,
    taskId: 'keyed',
    actionVersion: 'public',
    decisionKind: 'public',
    decisionId: 'keyed',
    digest: 'keyed',
    policies: 'public',
    from: 'public',
    to: 'public',
  },
  run: { ...shared, pins: 'public', expiresAt: 'public' },
  source: {
    ...shared,
    subject: 'keyed',
    step: 'public',
    mediaType: 'public',
    sizeBytes: 'public',
    markings: 'public',
    textHash: 'keyed',
    exception: 'public',
    partOf: 'keyed',
  },
  import: { ...shared, subject: 'public', step: 'public', fileHash: 'keyed', objects: 'public', counts: 'public' },
  export: { ...shared, subject: 'public', step: 'public', asOf: 'public', snapshot: 'keyed', objects: 'public' },
  release: { ...shared, step: 'public', subject: 'public', snapshot: 'public', replaces: 'public' },
  read: { ...shared, subject: 'keyed' },
  request: { ...shared, outcome: 'public', code: 'public', subject: 'keyed' },
} as const satisfies Classes;

/** The class of a member of an event of this kind. A member that the table does not know is keyed: it may hold anything. */
export function memberClass(kind: KindName, member: string): MemberClass {
  const classes: Readonly<Record<string, MemberClass>> = entryMembers[kind];
  return classes[member] ?? 'keyed';
}
