import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database, Item } from '../../adapters/tables/database.ts';
import { itemText, rowOf, rowText } from '../../adapters/tables/item.ts';
import { isErased } from '../../adapters/tables/ledger-item.ts';
import { tombstoneOf } from '../../audit-log/tombstone.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { ledgerKeyOf } from '../../contract/dispatch/keys.ts';
import type { Run } from '../../contract/rows/run.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { namesSubject } from './run-subject.ts';
import { joinValues, noValues, type KeptValues } from './kept-values.ts';
import { valuesOfAction, valuesOfTask } from './values-of-effect.ts';

/**
 * Finds the values that the platform keeps of a run: in its records, in its Actions and Tasks, and in its row.
 * @throws UsageError if the run does not exist
 */
export async function valuesOfRun(database: Database, runId: string, nowMillis: number): Promise<KeptValues> {
  const item = await database.get('runs', runId);
  if (item === undefined) throw new UsageError(`there is no run ${runId}. Check the id: it begins with run-`);
  const run = rowOf<Run>(item);
  const events = await eventsOf(database, runId);
  const items = await itemsOf(database, events);
  const parts = await Promise.all(items.map((one) => valuesOfItem(database, one)));
  return joinValues([{ ...noValues, ...ofRow(run, nowMillis), events: events.filter(namesSubject) }, ...parts]);
}

const ofRow = (run: Run, nowMillis: number): Pick<KeptValues, 'rows' | 'blocked'> => {
  const { subject, ...rest } = run;
  const erased: Run = { ...rest, erasedAt: run.erasedAt ?? new Date(nowMillis).toISOString() };
  const open = Date.parse(run.expiresAt) > nowMillis;
  return {
    rows:
      subject === undefined && run.erasedAt !== undefined
        ? []
        : [
            {
              update: run.runId,
              in: 'runs',
              set: { row: rowText(erased) },
              if: { is: 'equal', attributes: { row: rowText(run) } },
            },
          ],
    blocked: open
      ? [
          `the run is open until ${run.expiresAt}, so a call could still use its values. Run the command again after that time`,
        ]
      : [],
  };
};

async function eventsOf(database: Database, run: string): Promise<readonly AuditEvent[]> {
  const table = auditTable(database);
  const events: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.query({ by: { run }, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    events.push(...page.events);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return events;
}

/** Reads the ledger items of the events, each once. An item that has left the ledger is skipped. */
async function itemsOf(database: Database, events: readonly AuditEvent[]): Promise<readonly Item[]> {
  const keys = [...new Set(events.flatMap(({ eventId }) => ledgerKeyOf(eventId) ?? []))];
  const items: Item[] = [];
  for (let at = 0; at < keys.length; at += 100) {
    const asked = keys.slice(at, at + 100).map((pk) => ({ in: 'ledger', pk }) as const);
    items.push(...(await database.batchGet(asked)).filter((item) => item !== undefined));
  }
  return items;
}

async function valuesOfItem(database: Database, item: Item): Promise<KeptValues> {
  const event = JSON.parse(itemText(item, 'event')) as AuditEvent;
  if (event.kind === 'erasure') return noValues;
  const hasValues = !isErased(item) && Object.keys(tombstoneOf(event, '').erased ?? {}).length > 0;
  const aside = item['resultAside'] === 1 && event.kind === 'dispatch' ? event.resultHash : undefined;
  const own: KeptValues = {
    ...noValues,
    records: hasValues ? [item] : [],
    objects: aside === undefined ? [] : [{ area: 'results', name: aside }],
  };
  const { effect, effectId } = item;
  if (effect === 'Action') return joinValues([own, await valuesOfAction(database, String(effectId))]);
  if (effect === 'Task') return joinValues([own, await valuesOfTask(database, String(effectId))]);
  return own;
}
