/** What a person asked for in a way that cannot be done; the message is one line that says what to ask instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
