import { Failure } from '../../contract/failures.ts';
import type { Item } from './database.ts';
import { itemText } from './item.ts';

/**
 * The place at which a page of the audit table ended. An event may be indexed late, but every event that the ledger
 * wrote before `indexedUntil` is indexed already. Therefore the cursor contains the last event before `indexedUntil`:
 * the next page is read again from there. The cursor also contains the number of events after that event that were
 * returned already.
 */
export interface AuditCursor {
  /** The sort key of the last returned event. */
  readonly last: string;
  /** The sort key of the last returned event before `indexedUntil`. Empty if no returned event is before it. */
  readonly settled: string;
  /** The number of returned events after `settled`. */
  readonly returned: number;
}

/** Matches the sort key of an event: its instant and uuid. In a query by Action, the version comes before them. */
const sortKeyForm = /^(?:\d{6}#)?[0-9TZ:.-]{20,30}#[0-9a-f-]{36}$/;

/**
 * The most events after `settled` that are read again for one page. This limits the time of a request. After this many
 * events, the page has no cursor until `indexedUntil` has advanced.
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
 * Returns the items of the next page. If a late event has arrived among the events that were returned already, the page
 * begins directly after `settled`. It then repeats events, but skips none.
 */
export function pageAfter(
  { last, returned }: AuditCursor,
  { items, sort, limit }: { readonly items: readonly Item[]; readonly sort: string; readonly limit: number },
): { readonly begin: number; readonly page: readonly Item[] } {
  const isSame = returned === 0 || items[returned - 1]?.[sort] === last;
  const begin = isSame ? returned : 0;
  return { begin, page: items.slice(begin, begin + limit) };
}

/**
 * Returns the cursor after these items, which were read from `settled` on. Undefined if more than `mostReturned` of
 * them are not before `indexedUntil`.
 */
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
