import { Failure } from '../../contract/failures.ts';

/** The failure that something is refused with; an error of the test where it is not refused. */
export async function failureOf(act: () => unknown): Promise<Failure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
