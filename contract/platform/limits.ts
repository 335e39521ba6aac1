/**
 * The time limits of a request. An inner limit, such as that of the call, ends early enough to leave time for the outer
 * ones, such as that of the function. A test checks this.
 */
export const timeLimits = {
  gatewaySeconds: 30,
  functionSeconds: 28,
  callMillis: 24_000,
  /** The time after a call's deadline in which the event of its refusal is written. */
  recordMillis: 1_900,
  /** The caller gets an answer within this time, even if a dependency does not respond. */
  answerMillis: 27_000,
} as const;

/**
 * The limits for reading one source. The function has more time and memory than this, for its other work. A source
 * whose reading broke off `attempts` times is refused.
 */
export const sourceTextLimits = { timeMillis: 20_000, heapMegabytes: 768, memoryMegabytes: 1024, attempts: 3 } as const;

/** The size limits, in bytes. */
export const sizeLimits = {
  bodyBytes: 256 * 1024,
  resultBytes: 5 * 1024 * 1024,
  /**
   * The size of a result after it is escaped as a JSON string. Lambda accepts responses up to 6 MB, and the response
   * contains the receipt too.
   */
  answerBytes: 6_000_000,
  /**
   * A larger result is stored in the content store. A DynamoDB item may have 400 KB, and it contains exceptions,
   * arguments and receipt too.
   */
  recordBytes: 300 * 1024,
  exceptionsBytes: 16 * 1024,
  /** The payload and the case of an Action together. */
  caseBytes: 2 * 1024 * 1024,
  /** If payload and case are larger than this together, they are stored in the content store. */
  rowBytes: 64 * 1024,
  replayArgumentsBytes: 64 * 1024,
  sourceBytes: 20 * 1024 * 1024,
  inlineSourceBytes: 64 * 1024,
} as const;
