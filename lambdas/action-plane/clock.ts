/** What a function that is called by a state machine gets from outside, so that tests own time and names. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new UUIDv7. */
  readonly uuid: () => string;
}
