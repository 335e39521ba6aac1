/** Time and uuids for a function that a state machine calls. Tests replace them. */
export interface Clock {
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
  /** Returns a new UUIDv7. */
  readonly uuid: () => string;
}
