import { viewOf } from './entry.ts';
import { entriesOf } from './entry-bundle.ts';
import type { LogObjects } from './store.ts';
import { tilePath, tileWidth } from './tile-path.ts';
import { LogDamaged } from './tree-writer.ts';

/** Longest time from an event to its entry in the log: the ledger's stream keeps a record for one day. */
const lateMillis = 24 * 3600 * 1000;

/**
 * Finds the entries that hold all events of a span of time, as a range of whole bundles. The range includes one day
 * before and after the span, because an event can be appended late. A binary search reads only a few bundles.
 * @param span epoch milliseconds: `from` inclusive, `to` exclusive
 * @returns indexes of entries: `from` inclusive, `to` exclusive
 * @throws LogDamaged if a bundle is missing or malformed
 */
export async function entriesIn(
  log: Pick<LogObjects, 'get'>,
  size: number,
  span: { readonly from: number; readonly to: number },
): Promise<{ readonly from: number; readonly to: number }> {
  const bundles = Math.ceil(size / tileWidth);
  const startsAt = (index: number): Promise<number> => firstInstant(log, index, size);
  const first = await lowest(bundles, async (index) => (await startsAt(index)) >= span.from - lateMillis);
  const end = await lowest(bundles, async (index) => (await startsAt(index)) >= span.to + lateMillis);
  // The bundle before the first one that begins in the span may still have events of the span.
  return { from: Math.max(0, first - 1) * tileWidth, to: Math.min(size, end * tileWidth) };
}

/** Returns the lowest number below `count` that fits, or `count`. If a number fits, all larger numbers must fit too. */
async function lowest(count: number, fits: (index: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function firstInstant(log: Pick<LogObjects, 'get'>, index: number, size: number): Promise<number> {
  const path = tilePath({ level: 'entries', index, width: Math.min(tileWidth, size - index * tileWidth) });
  const bundle = await log.get(path);
  const [first] = (bundle && entriesOf(bundle)) ?? [];
  const view = first && viewOf(first);
  if (view === undefined) throw new LogDamaged(`${path} is missing or its first entry is malformed`);
  return Date.parse(view.at);
}
