import { createHash } from 'node:crypto';
import { isWithin, ledgerSegments } from '../../audit-log/ledger-events.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { LedgerScan } from '../aws/ledger-scan.ts';
import type { MemoryDatabase } from './database.ts';

/** Reads the ledger of a memory database in segments, like `ledgerScan`. */
export const memoryLedger = (database: MemoryDatabase): LedgerScan => ({
  bytes: async () => Buffer.byteLength(JSON.stringify(database.items('ledger'))),
  async *scan(segment, span) {
    const items = database.items('ledger').filter(({ pk }) => segmentOf(String(pk)) === segment);
    for (let at = 0; at < items.length; at += 3) {
      const events = items.slice(at, at + 3).map(({ event }) => JSON.parse(String(event)) as AuditEvent);
      yield events.filter((event) => isWithin(event.at, span));
    }
  },
});

const segmentOf = (key: string): number => createHash('sha256').update(key).digest().readUInt8(0) % ledgerSegments;
