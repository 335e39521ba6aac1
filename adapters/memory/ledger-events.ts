import { createHash } from 'node:crypto';
import { isWithin, ledgerSegments } from '../../audit-log/ledger-events.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { LedgerScan } from '../aws/ledger-scan.ts';
import type { MemoryDatabase } from './database.ts';

/** Reads the ledger of a memory database in segments, like `ledgerScan`. */
export function memoryLedger(database: MemoryDatabase): LedgerScan {
  const segments = new Map<string, number>();
  const segmentOf = (key: string): number => {
    const segment = segments.get(key) ?? createHash('sha256').update(key).digest().readUInt8(0) % ledgerSegments;
    segments.set(key, segment);
    return segment;
  };
  return {
    bytes: async () => Buffer.byteLength(JSON.stringify(database.items('ledger'))),
    async page({ segment, after = '' }, span) {
      const items = database
        .items('ledger')
        .filter(({ pk }) => segmentOf(String(pk)) === segment && String(pk) > after)
        .sort((a, b) => (String(a['pk']) < String(b['pk']) ? -1 : 1));
      const events = items.slice(0, pageItems).map(({ event }) => JSON.parse(String(event)) as AuditEvent);
      const last = items.length > pageItems ? items[pageItems - 1] : undefined;
      return {
        events: events.filter((event) => isWithin(event.at, span)),
        ...(last === undefined ? {} : { after: String(last['pk']) }),
      };
    },
  };
}

/** A page has few items, so that tests read several pages. */
const pageItems = 3;
