export const aggregationLimits = {
  /**
   * Objects of a type that a call can read before its deadline. Eight shards are read at once, a page of 1 MB in about
   * 150 ms, so 53 MB/s: 200 000 objects of 1 KB in 4 s of 24. Taking them in needs 3 s of a whole processor, of which a
   * function of 1 024 MB has six tenths: 5 s at the same time. That leaves room for a cold start and a slow hour.
   */
  objects: 200_000,
  /**
   * Of exported objects, which Amazon Athena reads. At 25 bytes of an object (measured, with five members) read twice they
   * are 1 GB; each of the 256 shards of the object set is then 80 000 lines, 3 MB, that one worker sorts.
   */
  exportedObjects: 20_000_000,
  groups: 1000,
  groupBy: 4,
  conditions: 16,
  refs: 100,
} as const;
