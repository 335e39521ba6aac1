/** A caller's own name of a change, sent as Idempotency-Key. Undefined where it is missing or malformed. */
export const referenceOf = (key: string | undefined): string | undefined =>
  key !== undefined && /^[\w.:-]{1,255}$/.test(key) ? key : undefined;
