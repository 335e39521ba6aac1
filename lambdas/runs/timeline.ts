import type { AuditEvent } from '../../contract/audit.ts';
import type { AuditMember } from '../../contract/audit-members.ts';

/**
 * The members of an event that the owner of a run may see. Hashes are HMACs, as in the audit log. Other actors and the
 * policies appear only in the audit log, which auditors read.
 */
const told = [
  'eventId',
  'kind',
  'at',
  'tool',
  'version',
  'outcome',
  'code',
  'replays',
  'argsHash',
  'resultHash',
  'exceptionsHash',
  'exceptions',
  'markings',
  'durationMillis',
  'actionId',
  'taskId',
  'actionVersion',
  'from',
  'to',
  'reason',
  'decisionKind',
  'decisionId',
  'subject',
  'step',
  'expiresAt',
] as const satisfies readonly AuditMember[];

/** Returns one event as an entry of a run's timeline. It has only the listed members. */
export function timelineEntry(event: AuditEvent): Readonly<Record<string, unknown>> {
  const linked = event.kind === 'dispatch' ? event.decision : undefined;
  const known: Readonly<Record<string, unknown>> = { ...linked, ...event };
  const basis = linked?.basis === undefined ? {} : { basis: linked.basis };
  const members = told.filter((name) => known[name] !== undefined).map((name) => [name, known[name]] as const);
  return { ...Object.fromEntries(members), ...basis };
}
