import { countOf } from '../../audit-log/redrive.ts';
import type { EntryRange } from '../../audit-log/span.ts';

/** AWS list prices of us-east-1 in millionths of a dollar (November 2025): one DynamoDB read unit, one S3 GET. */
const prices = { readUnit: 0.125, get: 0.4 } as const;

/** A read unit reads two blocks of 4 KB, eventually consistent. */
const readUnitBytes = 8 * 1024;

export interface ReadingCost {
  /** How often the whole ledger is read. */
  readonly passes: number;
  readonly ledgerBytes: number;
  readonly readUnits: number;
  /** Entries of the log that are read to see which events the log has. */
  readonly entries: number;
  readonly dollars: number;
}

/**
 * Returns what a redrive or a comparison reads and what AWS bills for it. The events that a redrive appends cost a write
 * each, as always.
 * @param passes the entries of the log that each pass over the ledger needs
 */
export function readingCost(
  ledgerBytes: number,
  passes: readonly { readonly ranges: readonly EntryRange[] }[],
): ReadingCost {
  const readUnits = Math.ceil(ledgerBytes / readUnitBytes) * passes.length;
  const entries = passes.reduce((sum, { ranges }) => sum + countOf(ranges), 0);
  const dollars = (readUnits * prices.readUnit + Math.ceil(entries / 256) * prices.get) / 1e6;
  return { passes: passes.length, ledgerBytes, readUnits, entries, dollars };
}

export const costLine = (
  what: 'redrive' | 'comparison',
  { passes, ledgerBytes, readUnits, entries, dollars }: ReadingCost,
): string =>
  `The ${what} reads the whole ledger, ${(ledgerBytes / 1024 / 1024).toFixed(1)} MB, ${passes === 1 ? 'once' : `${passes} times`} ` +
  `(${readUnits} read units), and ${entries} entries of the log: about $${dollars.toFixed(4)} at the list prices of us-east-1`;
