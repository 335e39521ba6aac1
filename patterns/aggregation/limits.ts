export const aggregationLimits = {
  /**
   * Objects of a type that a call can read before its deadline. Eight shards are read at once, a page of 1 MB in about
   * 150 ms, so 53 MB/s: 200 000 objects of 1 KB in 4 s of 24. Taking them in needs 3 s of a whole processor, of which a
   * function of 1 024 MB has six tenths: 5 s at the same time. That leaves room for a cold start and a slow hour.
   */
  objects: 200_000,
  groups: 1000,
  groupBy: 4,
  conditions: 16,
  refs: 100,
} as const;
