import { Failure } from '../../contract/failures.ts';

/** A retryable exception: nothing is recorded, the next call asks the source again. */
export const unavailable = (kind: 'lookup.source_unavailable' | 'lookup.stale_replica', detail: string): Failure =>
  new Failure('dependency.unavailable', detail, { exceptions: [{ kind, detail, retryable: true }] });

/** The same source, and no next call will get more of it until somebody mends it. Nothing is recorded either. */
export const unfit = (detail: string): Failure =>
  new Failure('dependency.unfit', detail, {
    exceptions: [{ kind: 'lookup.source_unavailable', detail, retryable: false }],
  });
