import type { AuditEvent } from '../contract/audit.ts';

/** The number of parts in which the ledger is read. Work that stops continues with the part in which it stopped. */
export const ledgerSegments = 64;

/** Reads the events of the whole ledger, which has no index by time. */
export interface LedgerEvents {
  /**
   * Returns the events of one segment of `ledgerSegments`, in pages and in no order.
   * @param span epoch milliseconds, `from` inclusive and `to` exclusive: only events whose `at` is in this span are
   * returned
   */
  scan(segment: number, span: EventSpan): AsyncIterable<readonly AuditEvent[]>;
}

export interface EventSpan {
  readonly from: number;
  readonly to: number;
}

export const isWithin = (at: string, { from, to }: EventSpan): boolean => Date.parse(at) >= from && Date.parse(at) < to;
