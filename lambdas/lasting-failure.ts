import { failures, Failure } from '../contract/failures.ts';
import { NotJson } from '../contract/values/canonical.ts';

/**
 * True if a failure will occur again each time the stream delivers the record. An unexpected error may be temporary,
 * because an unreachable service throws its own errors.
 */
export const isLasting = (error: unknown): boolean =>
  error instanceof Failure
    ? !failures[error.code].retryable
    : [SyntaxError, TypeError, RangeError, NotJson].some((kind) => error instanceof kind);
