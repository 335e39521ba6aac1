import { Failure, type FailureCode } from '../../contract/failures.ts';
import { DatabaseError, type DatabaseFault } from './database.ts';

const ofWrite: Record<DatabaseFault, FailureCode> = {
  throttled: 'dependency.unavailable',
  conflict: 'write.conflict',
  unanswered: 'ledger.unanswered',
  refused: 'internal',
};

/** The failure of a write. It says "nothing was done" only if that is certain. */
export const writing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(ofWrite[error.fault], `the write failed: ${error.fault}`, { cause: error });
  });

/** The failure of a read. A read changes nothing, whatever the reason. */
export const reading = <T>(code: FailureCode, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Failure(code, `the read failed: ${error.fault}`, { cause: error });
  });
