import { maxEntryBytes } from '../../audit-log/entry-bundle.ts';
import { entryOf, eventKeyOf } from '../../audit-log/entry.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { blinded } from './blinded.ts';

/**
 * Returns the two forms of an event: for the audit table, and for the log.
 * @throws RangeError if the entry of the event does not fit into the log
 */
export function carriedEvent(
  event: AuditEvent,
  telemetryKey: string,
): { readonly row: AuditEvent; readonly entry: Uint8Array } {
  const entry = entryOf(event, eventKeyOf(telemetryKey, event.eventId));
  if (entry.length > maxEntryBytes)
    throw new RangeError(`the entry has ${entry.length} bytes; at most ${maxEntryBytes} are allowed`);
  return { row: blinded(event, telemetryKey), entry };
}
