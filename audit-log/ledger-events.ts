import type { AuditEvent } from '../contract/audit.ts';

/** The number of parts in which the ledger is read. Work that stops continues with the part in which it stopped. */
export const ledgerSegments = 64;

/** A place in the ledger: a segment of `ledgerSegments`, and in it the key after which the next page begins. */
export interface LedgerPlace {
  readonly segment: number;
  /** @default the beginning of the segment */
  readonly after?: string;
}

export interface LedgerPage {
  readonly events: readonly AuditEvent[];
  /** The key after which the next page of the segment begins. Absent on the last page of the segment. */
  readonly after?: string;
}

/** Reads the events of the whole ledger, which has no index by time. */
export interface LedgerEvents {
  /**
   * Returns the next page of one segment, in no order.
   * @param span epoch milliseconds, `from` inclusive and `to` exclusive: only events whose `at` is in this span are
   * returned
   */
  page(place: LedgerPlace, span: EventSpan): Promise<LedgerPage>;
}

/** Yields the events of one segment, page by page. */
export async function* eventsOfSegment(
  ledger: LedgerEvents,
  segment: number,
  span: EventSpan,
): AsyncGenerator<readonly AuditEvent[]> {
  let after: string | undefined;
  do {
    const page = await ledger.page({ segment, ...(after === undefined ? {} : { after }) }, span);
    yield page.events;
    ({ after } = page);
  } while (after !== undefined);
}

export interface EventSpan {
  readonly from: number;
  readonly to: number;
}

export const isWithin = (at: string, { from, to }: EventSpan): boolean => Date.parse(at) >= from && Date.parse(at) < to;
