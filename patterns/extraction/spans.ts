import type { TextSpan } from '../../contract/rows/located-text.ts';

export const spanHolds = (outer: TextSpan, inner: TextSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/**
 * Returns the index of the last element that is not after a place, or -1 if there is none. The elements must be in
 * ascending order. The search takes logarithmic time.
 */
export function lastAtMost<T>(rising: readonly T[], place: number, of: (one: T) => number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (of(rising[middle] as T) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns a function that tells whether one of many spans contains another span. Each call of the function takes
 * logarithmic time.
 */
export function anyHolds(spans: readonly TextSpan[]): (inner: TextSpan) => boolean {
  const rising = spans.toSorted((a, b) => a.start - b.start);
  let farthest = 0;
  const ends = rising.map(({ end }) => (farthest = Math.max(farthest, end)));
  return ({ start, end }) => (ends[lastAtMost(rising, start, (one) => one.start)] ?? -1) >= end;
}

/**
 * Returns the index of the span that contains a place, or -1 if none does. The spans must be in ascending order and
 * must not overlap.
 */
export function holderOf(rising: readonly TextSpan[], place: TextSpan): number {
  const last = lastAtMost(rising, place.start, ({ start }) => start);
  const found = rising[last];
  if (found === undefined) return -1;
  if (spanHolds(found, place)) return last;
  // An empty span may be at the end of the span before the found one, so the span before is tried too.
  const before = rising[last - 1];
  return before !== undefined && spanHolds(before, place) ? last - 1 : -1;
}
