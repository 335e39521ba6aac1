import { Failure } from '../../contract/failures.ts';

/** Makes a failure with a retryable exception. The failure is not recorded, so the next call asks the source again. */
export const unavailable = (kind: 'lookup.source_unavailable' | 'lookup.stale_replica', detail: string): Failure =>
  new Failure('dependency.unavailable', detail, { exceptions: [{ kind, detail, retryable: true }] });

/** Makes a failure that repeats until somebody changes the source. The failure is not recorded. */
export const unfit = (detail: string): Failure =>
  new Failure('dependency.unfit', detail, {
    exceptions: [{ kind: 'lookup.source_unavailable', detail, retryable: false }],
  });
