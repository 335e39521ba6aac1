/**
 * Returns the caller's reference of a change, which is the Idempotency-Key. Undefined if it is missing or malformed.
 */
export const referenceOf = (key: string | undefined): string | undefined =>
  key !== undefined && /^[\w.:-]{1,255}$/.test(key) ? key : undefined;
