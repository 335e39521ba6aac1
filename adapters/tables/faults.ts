import { Failure, type FailureCode } from '../../contract/failures.ts';
import { DatabaseError, type DatabaseFault } from './database.ts';

const ofWrite: Record<DatabaseFault, FailureCode> = {
  throttled: 'dependency.unavailable',
  conflict: 'write.conflict',
  unanswered: 'ledger.unanswered',
  refused: 'internal',
};

/** Turns a failed write into a Failure. The code means "nothing was written" only if that is certain. */
export const writing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(ofWrite[error.fault], `the write failed: ${error.fault}`, { cause: error });
  });

/** Turns a failed read into a Failure with this code. A failed read never changes anything. */
export const reading = <T>(code: FailureCode, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(code, `the read failed: ${error.fault}`, { cause: error });
  });
