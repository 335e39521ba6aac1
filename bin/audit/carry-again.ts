import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { Unwritable } from '../../audit-log/redrive.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { carriedEvent } from '../../lambdas/audit-stream/carried-event.ts';
import { isLasting } from '../../lambdas/lasting-failure.ts';

/**
 * Returns a function that puts an event into the audit table if the table does not have it, and returns the entry of
 * the event.
 * @throws Unwritable from the returned function if the event can never be written
 */
export const carryAgain =
  (database: Database, telemetryKey: string) =>
  async (event: AuditEvent): Promise<Uint8Array> => {
    try {
      const { row, entry } = carriedEvent(event, telemetryKey);
      await auditTable(database).putMissing(row);
      return entry;
    } catch (error) {
      if (!isLasting(error)) throw error;
      throw new Unwritable(`${event.eventId} can never be written`, { cause: error });
    }
  };
