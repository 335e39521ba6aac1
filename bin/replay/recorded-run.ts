import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { dispatches } from '../../adapters/tables/dispatches.ts';
import { runs } from '../../adapters/tables/runs.ts';
import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';

/** What the tables hold of a run. The events are in the order of time; a record that has left the ledger is not there. */
export interface RecordedRun {
  readonly run: Run;
  readonly calls: readonly DispatchEvent[];
  readonly records: ReadonlyMap<EventId, DispatchRecord>;
  /** ISO 8601: how far the audit log, which says what calls there were, has come. */
  readonly carriedUntil: string | undefined;
}

/** A batch read takes 100 keys, and 16 MB: records of a replayable run are of 64 KB and more. */
const batch = 25;

/**
 * Reads a run, its events and their records; writes nothing. Undefined where there is no such run.
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
