import { failures, Failure } from '../contract/failures.ts';
import { NotJson } from '../contract/values/canonical.ts';

/**
 * Returns true if the same failure would occur each time the stream delivers the record. An unexpected error may be
 * temporary: for example, a service may be out of reach for a moment.
 */
export const isLasting = (error: unknown): boolean =>
  error instanceof Failure
    ? !failures[error.code].retryable
    : [SyntaxError, TypeError, RangeError, NotJson].some((kind) => error instanceof kind);
