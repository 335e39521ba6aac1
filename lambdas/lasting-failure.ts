import { failures, Failure } from '../contract/failures.ts';
import { NotJson } from '../contract/values/canonical.ts';

/**
 * Returns true if the same failure would occur each time the stream delivers the record. An unexpected error may be
 * temporary, because a service that cannot be reached throws errors of its own.
 */
export const isLasting = (error: unknown): boolean =>
  error instanceof Failure
    ? !failures[error.code].retryable
    : [SyntaxError, TypeError, RangeError, NotJson].some((kind) => error instanceof kind);
