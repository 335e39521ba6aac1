import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { reading } from '../../adapters/tables/faults.ts';
import { rowOf } from '../../adapters/tables/item.ts';
import { Unwritable } from '../../audit-log/redrive.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Run } from '../../contract/rows/run.ts';
import { carriedEvent } from '../../lambdas/audit-stream/carried-event.ts';
import { isLasting } from '../../lambdas/lasting-failure.ts';
import { namesSubject, withoutSubject } from './run-subject.ts';

/**
 * Returns a function that puts an event into the audit table if the table does not have it, and returns the entry of
 * the event. If the run of the event was erased, the subject of the run is left out, and `ofErasedRun` is called: the
 * erasure has not found this event, so the ledger still has its values.
 * @throws Unwritable from the returned function if the event can never be written
 */
export const carryAgain =
  (database: Database, telemetryKey: string, ofErasedRun: (runId: string) => void) =>
  async (event: AuditEvent): Promise<Uint8Array> => {
    const { runId } = event;
    const isErased = runId !== undefined && event.kind !== 'erasure' && (await isErasedRun(database, runId));
    try {
      const { row, entry } = carriedEvent(event, telemetryKey);
      await auditTable(database).putMissing(isErased && namesSubject(event) ? withoutSubject(row) : row);
      if (isErased) ofErasedRun(runId);
      return entry;
    } catch (error) {
      if (!isLasting(error)) throw error;
      throw new Unwritable(`${event.eventId} can never be written`, { cause: error });
    }
  };

async function isErasedRun(database: Database, runId: string): Promise<boolean> {
  const item = await reading('dependency.unavailable', database.get('runs', runId));
  return item !== undefined && rowOf<Run>(item).erasedAt !== undefined;
}
