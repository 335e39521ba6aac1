import { Failure } from '../../contract/failures.ts';

/** The form of a message about an argument: a pointer, followed by "must be", "is" or "has". */
export const sentence = /^\/\S+: (?:must be|is|has) \S/;

/** Returns the failure that the act throws. If the act succeeds, the test fails. */
export async function failureOf(act: () => unknown): Promise<Failure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
