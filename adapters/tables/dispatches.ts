import { ledgerKeyOf } from '../../contract/dispatch/keys.ts';
import type { ContentReader } from '../../contract/rows/content.ts';
import type { Dispatches } from '../../contract/ports.ts';
import { noContent } from './aside.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { recordOf } from './ledger-item.ts';
import { wholeRecord } from './ledger.ts';

/** Reads call records by their event ids in one batch read. An event that is cited several times is read once. */
export const dispatches = (database: Database, content: ContentReader = noContent): Dispatches => ({
  whole: (record) => wholeRecord(record, content),

  async read(events) {
    const keys = [...new Set(events.flatMap((event) => ledgerKeyOf(event) ?? []))];
    if (keys.length === 0) return events.map(() => undefined);
    const asked = keys.map((pk) => ({ in: 'ledger', pk }) as const);
    const items = await reading('dependency.unavailable', database.batchGet(asked));
    const records = items.map((item) => (item === undefined ? undefined : recordOf(item)));
    // All events of one call share one item. The event id tells if the stored record belongs to the event that was
    // asked for.
    const byId = new Map(records.map((record) => [record?.event.eventId, record]));
    return events.map((event) => byId.get(event));
  },
});
