import type { EventSpan } from '../ledger-events.ts';

const hourMillis = 3600 * 1000;
const dayMillis = 24 * hourMillis;
const weekMillis = 7 * dayMillis;

/** 1 January 1970 was a Thursday, so the first Monday was four days later. */
const firstMonday = 4 * dayMillis;

/**
 * The ledger deletes events without an effect after 30 days. Younger events are all in the ledger, so the ledger and the
 * log can be compared in both directions.
 */
export const oldestMillis = 29 * dayMillis;

/** Each week is compared one hour after its events are sealed. The hour allows for clocks that differ. */
const settledMillis = hourMillis;

/**
 * Returns the span of the next weekly reconciliation: a week from Monday to Monday, UTC, and the hour before it, so that
 * requests at the edge of a week are compared too. Undefined if no week is due.
 * @param last the end of the last compared week; undefined if there is none. Times are epoch milliseconds
 * @param settled everything that the ledger stored before this instant is sealed
 */
export function dueWeek(
  last: number | undefined,
  { settled, now }: { readonly settled: number; readonly now: number },
): EventSpan | undefined {
  const newest = Math.floor((settled - settledMillis - firstMonday) / weekMillis) * weekMillis + firstMonday;
  // If weeks were missed, the oldest that can still be compared comes first.
  let to = last === undefined ? newest : last + weekMillis;
  while (to - weekMillis - hourMillis < now - oldestMillis) to += weekMillis;
  return to > newest ? undefined : { from: to - weekMillis - hourMillis, to };
}
