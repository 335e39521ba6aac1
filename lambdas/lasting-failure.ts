import { failures, Failure } from '../contract/failures.ts';
import { NotJson } from '../contract/values/canonical.ts';

/**
 * Whether a failure stays, however often the record of a stream that it befell comes again. What nobody foresaw may pass:
 * a service that is away throws errors of its own.
 */
export const isLasting = (error: unknown): boolean =>
  error instanceof Failure
    ? !failures[error.code].retryable
    : [SyntaxError, TypeError, RangeError, NotJson].some((kind) => error instanceof kind);
