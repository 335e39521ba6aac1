import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database, Item } from '../../adapters/tables/database.ts';
import { itemText } from '../../adapters/tables/item.ts';
import { erasedItem } from '../../adapters/tables/ledger-item.ts';
import { persist } from '../../adapters/tables/persist.ts';
import { eventKeyOf } from '../../audit-log/entry.ts';
import { tombstoneOf } from '../../audit-log/tombstone.ts';
import type { AuditEvent, ErasureEvent } from '../../contract/audit.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { ContentEraser } from '../../contract/rows/content.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import type { KeptValues } from './kept-values.ts';
import { withoutSubject } from './run-subject.ts';

export interface ErasureStores {
  readonly database: Database;
  readonly eraser: ContentEraser;
}

/**
 * Replaces the values by tombstones: first the objects, because rows and records lead to them, then the rows, the
 * records of the ledger, and the events of the audit table. If the erasure is interrupted, a second call does the rest.
 * @throws MissingEnvironment if a row was changed since it was read; then a second call does the rest
 */
export async function eraseValues(
  { database, eraser }: ErasureStores,
  values: KeptValues,
  { telemetryKey, show }: { readonly telemetryKey: string; readonly show: (text: string) => void },
): Promise<void> {
  const { objects, rows, records, events } = values;
  const steps = [
    ...objects.map(
      ({ area, name }) =>
        async () =>
          void (await eraser.erase(area, name)),
    ),
    ...rows.map((row) => async () => mustBeWritten(await persist(database, [row]))),
    ...records.map((item) => () => eraseRecord(database, item, telemetryKey)),
    ...events.map((event) => () => auditTable(database).put(withoutSubject(event))),
  ];
  for (const [done, step] of steps.entries()) {
    await step();
    show(`${done + 1} of ${steps.length} erased`);
  }
}

async function eraseRecord(database: Database, item: Item, telemetryKey: string): Promise<void> {
  const event = JSON.parse(itemText(item, 'event')) as AuditEvent;
  const tombstone = tombstoneOf(event, eventKeyOf(telemetryKey, event.eventId));
  const condition = { is: 'equal', attributes: { eventId: event.eventId } } as const;
  mustBeWritten(await persist(database, [{ put: erasedItem(item, tombstone), in: 'ledger', if: condition }]));
}

function mustBeWritten({ written }: { readonly written: boolean }): void {
  if (!written)
    throw new MissingEnvironment(
      'a row was changed while it was erased. Run the command again: it erases what is left',
    );
}

/** Returns the event of the beginning or the end of an erasure. */
export const erasureEvent = (
  step: ErasureEvent['step'],
  of: { readonly id: string; readonly reason: string; readonly values: KeptValues; readonly release: string },
  nowMillis: number,
): ErasureEvent => ({
  kind: 'erasure',
  eventId: ownEventId('erasure', newUuid()),
  at: new Date(nowMillis).toISOString(),
  // CloudTrail says who used the AWS credentials.
  actor: { kind: 'platform', id: 'erasure', name: 'erasure' },
  release: of.release,
  ...(of.id.startsWith('run-') ? { runId: of.id } : {}),
  step,
  subject: of.id,
  reasonHash: sha256(of.reason),
  counts: {
    records: of.values.records.length,
    rows: of.values.rows.length,
    objects: of.values.objects.length,
  },
});
