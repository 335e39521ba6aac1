import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { dispatches } from '../../adapters/tables/dispatches.ts';
import { runs } from '../../adapters/tables/runs.ts';
import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';

/** Recorded data of a run. The calls are in the order of time. A record that has expired in the ledger is missing. */
export interface RecordedRun {
  readonly run: Run;
  readonly calls: readonly DispatchEvent[];
  readonly records: ReadonlyMap<EventId, DispatchRecord>;
  /** Instant (ISO 8601) before which the audit table, and therefore the list of calls, is complete. */
  readonly indexedUntil: string | undefined;
}

/** Number of records in one batch read. DynamoDB limits a batch to 100 keys and 16 MB, and a record can have 64 KB and more. */
const batch = 25;

/**
 * Reads a run, the events of its calls and their records. Undefined if the run does not exist.
 * @throws Failure `dependency.unavailable`
 */
export async function recordedRun(database: Database, runId: string): Promise<RecordedRun | undefined> {
  const run = await runs(database).find(runId);
  if (!run) return undefined;
  const { indexedUntil } = await auditTable(database).progress();
  const calls = await callsOf(database, runId, indexedUntil);
  const records = await recordsOf(
    database,
    calls.filter(({ outcome }) => outcome === 'answered').map(({ eventId }) => eventId),
  );
  return { run, calls, records, indexedUntil };
}

async function callsOf(
  database: Database,
  runId: string,
  indexedUntil: string | undefined,
): Promise<readonly DispatchEvent[]> {
  const audit = auditTable(database);
  // A page can repeat events if another event arrived late. So the calls are kept by their ids.
  const calls = new Map<EventId, DispatchEvent>();
  const known = indexedUntil === undefined ? {} : { indexedUntil };
  let cursor: string | undefined;
  do {
    const asked = { by: { run: runId }, limit: 200, ...known, ...(cursor === undefined ? {} : { cursor }) };
    const page = await audit.query(asked);
    for (const event of page.events) if (event.kind === 'dispatch') calls.set(event.eventId, event);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return [...calls.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

async function recordsOf(
  database: Database,
  events: readonly EventId[],
): Promise<ReadonlyMap<EventId, DispatchRecord>> {
  const ledger = dispatches(database);
  const records = new Map<EventId, DispatchRecord>();
  for (let from = 0; from < events.length; from += batch) {
    const found = await ledger.read(events.slice(from, from + batch));
    for (const record of found) if (record) records.set(record.event.eventId, record);
  }
  return records;
}
