import { Failure } from '../../contract/failures.ts';

/** A message about a member is a whole sentence whose subject is the pointer. */
export const sentence = /^\/\S+: (?:must be|is|has) \S/;

/** The failure of an act. If the act succeeds, the test fails. */
export async function failureOf(act: () => unknown): Promise<Failure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
