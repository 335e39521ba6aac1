import { viewOf } from './entry.ts';
import { entriesOf } from './entry-bundle.ts';
import type { LogObjects, RedrivenSpan } from './store.ts';
import { tilePath, tileWidth } from './tile-path.ts';
import { LogDamaged } from './tree-writer.ts';

/**
 * Longest time from an event to its entry in the log, if no redrive appended it: the ledger's stream keeps a record for
 * 24 hours, and one more hour is for the function that processes the record at the end of this time.
 */
export const lateMillis = 25 * 3600 * 1000;

/** Indexes of entries: `from` inclusive, `to` exclusive. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** A sealed log of `size` entries. `redriven` names the entries that a redrive appended, out of the order of time. */
export interface SealedLog {
  readonly objects: Pick<LogObjects, 'get'>;
  readonly size: number;
  readonly redriven: readonly RedrivenSpan[];
}

/**
 * Finds the entries that hold all events of a span of time, as ranges of whole bundles. The first range includes 25
 * hours before and after the span, because an event can be appended late. The other ranges have events that a redrive
 * appended. A binary search reads only a few bundles.
 * @param span epoch milliseconds: `from` inclusive, `to` exclusive
 * @throws LogDamaged if a bundle is missing or malformed
 */
export async function entriesIn(
  log: SealedLog,
  span: { readonly from: number; readonly to: number },
): Promise<readonly EntryRange[]> {
  const { size } = log;
  const bundles = Math.ceil(size / tileWidth);
  const startsAt = (index: number): Promise<number> => firstInstant(log, index);
  const first = await lowest(bundles, async (index) => (await startsAt(index)) >= span.from - lateMillis);
  const end = await lowest(bundles, async (index) => (await startsAt(index)) >= span.to + lateMillis);
  // The bundle before the first one that begins in the span may still have events of the span.
  const range = { from: Math.max(0, first - 1) * tileWidth, to: Math.min(size, end * tileWidth) };
  const later = log.redriven
    .filter(({ from, to }) => Date.parse(to) >= span.from && Date.parse(from) < span.to)
    .map((one) => wholeBundles(one, size));
  return joined([range, ...later].filter(({ from, to }) => from < to));
}

const wholeBundles = ({ first, count }: RedrivenSpan, size: number): EntryRange => ({
  from: Math.floor(first / tileWidth) * tileWidth,
  to: Math.min(size, Math.ceil((first + count) / tileWidth) * tileWidth),
});

/** Joins ranges that overlap, so that no entry is in two of them. */
function joined(ranges: readonly EntryRange[]): readonly EntryRange[] {
  const sorted: EntryRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = sorted.at(-1);
    if (last === undefined || range.from > last.to) sorted.push(range);
    else sorted[sorted.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return sorted;
}

/**
 * Returns the lowest number below `count` that fits, or `count` if no number fits. If a number fits, all larger numbers
 * must fit too.
 */
async function lowest(count: number, fits: (index: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Starts at a bundle and skips the entries that a redrive appended. Returns the time of the next entry, or infinity if
 * there is none.
 */
async function firstInstant(log: SealedLog, bundle: number): Promise<number> {
  let index = bundle * tileWidth;
  const over = (): RedrivenSpan | undefined =>
    log.redriven.find(({ first, count }) => first <= index && index < first + count);
  for (let span = over(); span !== undefined; span = over()) index = span.first + span.count;
  if (index >= log.size) return Number.POSITIVE_INFINITY;
  const path = bundlePath(log.size, Math.floor(index / tileWidth));
  const bytes = await log.objects.get(path);
  const entry = ((bytes && entriesOf(bytes)) ?? [])[index % tileWidth];
  const view = entry && viewOf(entry);
  if (view === undefined) throw new LogDamaged(`${path} is missing or one of its entries is malformed`);
  return Date.parse(view.at);
}

/** Returns the time of the first entry of a sealed log as epoch milliseconds; infinity if the log is empty. */
export const firstInstantOf = (objects: SealedLog['objects'], size: number): Promise<number> =>
  firstInstant({ objects, size, redriven: [] }, 0);

/** Returns the path of a bundle in a log of `size` entries. */
export const bundlePath = (size: number, index: number): string =>
  tilePath({ level: 'entries', index, width: Math.min(tileWidth, size - index * tileWidth) });
