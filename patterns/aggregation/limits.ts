export const aggregationLimits = {
  /**
   * Objects of a type that a call can read before its deadline. Eight shards are read at once, a page of 1 MB in about
   * 150 ms, which gives 53 MB/s: 200 000 objects of 1 KB take 4 s of 24. Processing them takes 3 s of a whole
   * processor, of which a function of 1 024 MB has six tenths: 5 s at the same time. The rest is for a cold start and a
   * slow hour.
   */
  objects: 200_000,
  /**
   * The limit for exported objects, which Amazon Athena reads. At 25 bytes for an object (measured, with five members)
   * and two reads they are 1 GB. Each of the 256 shards of the object set then has 80 000 lines (3 MB), which one
   * worker sorts.
   */
  exportedObjects: 20_000_000,
  groups: 1000,
  groupBy: 4,
  conditions: 16,
  refs: 100,
} as const;
