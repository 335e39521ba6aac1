import type { TextSpan } from '../../contract/rows/located-text.ts';

export const spanHolds = (outer: TextSpan, inner: TextSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** The last of what rises that is at most a place; -1 where none is. In logarithmic time. */
export function lastAtMost<T>(rising: readonly T[], place: number, of: (one: T) => number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (of(rising[middle] as T) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether one of many spans holds another, in logarithmic time. */
export function anyHolds(spans: readonly TextSpan[]): (inner: TextSpan) => boolean {
  const rising = spans.toSorted((a, b) => a.start - b.start);
  let farthest = 0;
  const ends = rising.map(({ end }) => (farthest = Math.max(farthest, end)));
  return ({ start, end }) => (ends[lastAtMost(rising, start, (one) => one.start)] ?? -1) >= end;
}

/** The one of spans that neither nest nor overlap that holds a place; they rise. */
export function holderOf(rising: readonly TextSpan[], place: TextSpan): number {
  const last = lastAtMost(rising, place.start, ({ start }) => start);
  const found = rising[last];
  if (found === undefined) return -1;
  if (spanHolds(found, place)) return last;
  // A span of nothing begins where the next one does not: the one before it may end there.
  const before = rising[last - 1];
  return before !== undefined && spanHolds(before, place) ? last - 1 : -1;
}
