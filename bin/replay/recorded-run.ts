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
  /** Instant (ISO 8601) up to which the audit table, and therefore the list of calls, is complete. */
  readonly carriedUntil: string | undefined;
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
  const carriedUntil = await auditTable(database).reached();
  const calls = await callsOf(database, runId);
  const records = await recordsOf(
    database,
    calls.filter(({ outcome }) => outcome === 'answered').map(({ eventId }) => eventId),
  );
  return { run, calls, records, carriedUntil };
}

async function callsOf(database: Database, runId: string): Promise<readonly DispatchEvent[]> {
  const audit = auditTable(database);
  const calls: DispatchEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await audit.query({ by: { run: runId }, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    calls.push(...page.events.filter((event) => event.kind === 'dispatch'));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return calls;
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
