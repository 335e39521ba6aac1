import { tombstoneOf } from '../../audit-log/tombstone.ts';
import type { AuditEvent } from '../../contract/audit.ts';

/** True if the event has the subject that a caller gave to its run. */
export const namesSubject = (event: AuditEvent): boolean => 'subject' in (tombstoneOf(event, '').erased ?? {});

/**
 * Returns the event of the audit table without the subject of its run. The hashes in the event are keyed, so they stay.
 */
export function withoutSubject(event: AuditEvent): AuditEvent {
  const { subject: _, ...rest } = event as AuditEvent & { readonly subject?: unknown };
  return rest as AuditEvent;
}
