import { Failure } from '../../contract/failures.ts';
import type { Item } from './database.ts';
import { itemText } from './item.ts';

/**
 * Place where a page of the audit table ended. An event may be indexed late, but no event that the ledger wrote before
 * `indexedUntil` is. So the cursor names the last event before that instant, from which the next page is read again,
 * and how many events after it were returned already.
 */
export interface AuditCursor {
  /** Sort key of the last returned event. */
  readonly last: string;
  /** Sort key of the last returned event before which no event is late; empty if there is none. */
  readonly settled: string;
  /** Number of returned events after `settled`. */
  readonly returned: number;
}

/** A sort key of an event: its instant and uuid, for a query by Action with the version in front. */
const sortKeyForm = /^(?:\d{6}#)?[0-9TZ:.-]{20,30}#[0-9a-f-]{36}$/;

/**
 * Most events that a page is read again for, which bounds the time of a request. The next page after so many events is
 * available as soon as `indexedUntil` has reached them.
 */
const mostReturned = 20_000;

/** Parses a cursor. @throws Failure `request.invalid` if it is malformed */
export function auditCursorOf(text: string): AuditCursor {
  const [last = '', returned = '0', settled = last, ...more] = text.split('~');
  const count = Number(returned);
  const keys = settled === '' ? [last] : [last, settled];
  if (more.length > 0 || !keys.every((key) => sortKeyForm.test(key)) || !(count >= 0 && count <= mostReturned))
    throw new Failure(
      'request.invalid',
      'the parameter cursor is malformed: send the cursor of the previous page unchanged',
    );
  return { last, settled, returned: count };
}

/**
 * Returns the items of the next page. If an event arrived late among those that were returned already, the page begins
 * again after the settled ones, so it repeats events but skips none.
 */
export function pageAfter(
  { last, returned }: AuditCursor,
  { items, sort, limit }: { readonly items: readonly Item[]; readonly sort: string; readonly limit: number },
): { readonly begin: number; readonly page: readonly Item[] } {
  const isSame = returned === 0 || items[returned - 1]?.[sort] === last;
  const begin = isSame ? returned : 0;
  return { begin, page: items.slice(begin, begin + limit) };
}

/** Returns the cursor after these items, which were read after `settled`. Undefined if too many are not settled. */
export function cursorAfter(
  items: readonly Item[],
  { sort, settled, indexedUntil }: { readonly sort: string; readonly settled: string; readonly indexedUntil?: string },
): string | undefined {
  const first = items.findIndex((item) => indexedUntil === undefined || instantOf(item) >= indexedUntil);
  const count = first === -1 ? items.length : first;
  const returned = items.length - count;
  const last = items.at(-1);
  if (last === undefined || returned > mostReturned) return undefined;
  const key = itemText(last, sort);
  if (returned === 0) return key;
  const before = items[count - 1];
  return `${key}~${returned}~${before === undefined ? settled : itemText(before, sort)}`;
}

/** Returns the event's instant, with which its sort key by time begins. */
const instantOf = (item: Item): string => itemText(item, 'sk').split('#')[0] ?? '';
