import { viewOf } from './entry.ts';
import { entriesOf } from './entry-bundle.ts';
import type { LogObjects } from './store.ts';
import { tilePath, tileWidth } from './tile-path.ts';
import { LogDamaged } from './tree-writer.ts';

/** An entry is appended at most so long after its event: for a day the ledger's stream keeps what was not carried. */
const lateMillis = 24 * 3600 * 1000;

/**
 * The entries, from inclusive to exclusive, in which all events of a span of time are: whole bundles, and those of a day
 * around the span, since an event can be appended late. It reads as many bundles as the number of bundles has digits in
 * base two.
 * @param span epoch milliseconds, from inclusive to exclusive
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
  // The bundle before the first one that begins in the span may end in it.
  return { from: Math.max(0, first - 1) * tileWidth, to: Math.min(size, end * tileWidth) };
}

/** The lowest number below `count` that fits, or `count`; what fits one fits all above it. */
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
