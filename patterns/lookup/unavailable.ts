import { Failure } from '../../contract/failures.ts';

/** A retryable exception. Nothing is recorded, and the next call asks the source again. */
export const unavailable = (kind: 'lookup.source_unavailable' | 'lookup.stale_replica', detail: string): Failure =>
  new Failure('dependency.unavailable', detail, { exceptions: [{ kind, detail, retryable: true }] });

/** A failure that every further call will repeat until somebody changes the source. Nothing is recorded. */
export const unfit = (detail: string): Failure =>
  new Failure('dependency.unfit', detail, {
    exceptions: [{ kind: 'lookup.source_unavailable', detail, retryable: false }],
  });
