import { Failure, type FailureCode } from '../../contract/failures.ts';
import { DatabaseError, type DatabaseFault } from './database.ts';

const ofWrite: Record<DatabaseFault, FailureCode> = {
  throttled: 'dependency.unavailable',
  conflict: 'write.conflict',
  unanswered: 'ledger.unanswered',
  refused: 'internal',
};

/** A write's failure: says "nothing was done" only where that is sure. */
export const writing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(ofWrite[error.fault], `the write failed: ${error.fault}`, { cause: error });
  });

/** A read's failure: whatever the reason, nothing was done by it. */
export const reading = <T>(code: FailureCode, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(code, `the read failed: ${error.fault}`, { cause: error });
  });
