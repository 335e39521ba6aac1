/** Seconds and milliseconds of one request; each must leave room for the one inside it (a test holds the order). */
export const timeLimits = {
  gatewaySeconds: 30,
  functionSeconds: 28,
  callMillis: 24_000,
  /** What is left after a call's deadline to write its refusal down. */
  recordMillis: 1_900,
  /** By then a caller is answered, whatever a dependency keeps silent about. */
  answerMillis: 27_000,
} as const;

/**
 * What reading one source may cost; a function's time leaves room for the reads and writes around it, its memory for the
 * function itself. A file that ends its reader so often is refused.
 */
export const sourceTextLimits = { timeMillis: 20_000, heapMegabytes: 768, memoryMegabytes: 1024, attempts: 3 } as const;

/** Sizes in bytes. */
export const sizeLimits = {
  bodyBytes: 256 * 1024,
  resultBytes: 5 * 1024 * 1024,
  /**
   * The answer as a function hands it on, a text in JSON with its quotes escaped: Lambda takes 6 MB, and the receipt
   * stands beside the result.
   */
  answerBytes: 6_000_000,
  /** A result over this stands aside: an item takes 400 KB, and exceptions, arguments and receipt are in it too. */
  recordBytes: 300 * 1024,
  exceptionsBytes: 16 * 1024,
  /** Payload and case of an Action, together. */
  caseBytes: 2 * 1024 * 1024,
  /** Over this the two stand aside. */
  rowBytes: 64 * 1024,
  replayArgumentsBytes: 64 * 1024,
  sourceBytes: 20 * 1024 * 1024,
  inlineSourceBytes: 64 * 1024,
} as const;
