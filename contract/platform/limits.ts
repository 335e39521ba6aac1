/** Time limits of one request. Each must leave room for the one inside it (a test checks the order). */
export const timeLimits = {
  gatewaySeconds: 30,
  functionSeconds: 28,
  callMillis: 24_000,
  /** The time after a call's deadline in which its refusal is written down. */
  recordMillis: 1_900,
  /** A caller has an answer by then, even if a dependency does not answer. */
  answerMillis: 27_000,
} as const;

/**
 * The cost limits of reading one source. The function's time leaves room for its other reads and writes, and its memory
 * for the function itself. A file that ended its reader this many times is refused.
 */
export const sourceTextLimits = { timeMillis: 20_000, heapMegabytes: 768, memoryMegabytes: 1024, attempts: 3 } as const;

/** Sizes in bytes. */
export const sizeLimits = {
  bodyBytes: 256 * 1024,
  resultBytes: 5 * 1024 * 1024,
  /**
   * The size of the answer as the function returns it, a JSON text with escaped quotes. Lambda takes 6 MB, and the
   * receipt is beside the result.
   */
  answerBytes: 6_000_000,
  /**
   * A larger result is stored in the content store. An item takes 400 KB, and it holds exceptions, arguments and
   * receipt too.
   */
  recordBytes: 300 * 1024,
  exceptionsBytes: 16 * 1024,
  /** Payload and case of an Action together. */
  caseBytes: 2 * 1024 * 1024,
  /** If the two are larger, they are stored in the content store. */
  rowBytes: 64 * 1024,
  replayArgumentsBytes: 64 * 1024,
  sourceBytes: 20 * 1024 * 1024,
  inlineSourceBytes: 64 * 1024,
} as const;
