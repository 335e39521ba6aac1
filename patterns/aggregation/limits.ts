export const aggregationLimits = {
  /**
   * The most objects of a type that a call can read before its deadline of 24 s. Eight shards are read at once, with a
   * page of 1 MB in about 150 ms, which gives 53 MB/s: 200 000 objects of 1 KB take 4 s. Processing them takes 3 s of a
   * whole processor. A function of 1 024 MB has six tenths of a processor, so the processing takes 5 s, at the same
   * time as the reading. The rest is a reserve for a cold start and slow reads.
   */
  objects: 200_000,
  /**
   * The most exported objects that Amazon Athena can read in a call. An object takes 25 bytes (measured, with five
   * members), so two reads of 20 million objects are 1 GB. Each of the 256 shards of the object set then has 80 000
   * lines (3 MB), which one worker sorts.
   */
  exportedObjects: 20_000_000,
  groups: 1000,
  groupBy: 4,
  conditions: 16,
  refs: 100,
} as const;
