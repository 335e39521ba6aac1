import { DatabaseError } from '../adapters/tables/database.ts';
import { Failure } from '../contract/failures.ts';
import { MissingEnvironment } from './missing-environment.ts';

/**
 * Does work on the stores of a deployment.
 * @param says what could not be done, and `needs` the rights that the work needs
 * @throws MissingEnvironment if a store does not answer
 */
export async function reached<T>(
  work: () => Promise<T>,
  { says, needs }: { readonly says: string; readonly needs: string },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure || error instanceof DatabaseError)) throw error;
    throw new MissingEnvironment(`${says}: ${error.message}. ${needs}`, { cause: error });
  }
}
