export const aggregationLimits = {
  /**
   * Objects of a type that a call can read before its deadline. Four shards are read at once, a page of 1 MB in about
   * 150 ms, so 27 MB/s: 200 000 objects of 1 KB in 8 s of 24, which leaves room for a cold start and a slow hour.
   */
  objects: 200_000,
  groups: 1000,
  groupBy: 4,
  conditions: 16,
  refs: 100,
} as const;
