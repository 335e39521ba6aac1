import { Failure } from '../../contract/failures.ts';

/** What is told of a member: a whole sentence with its pointer for a subject. */
export const sentence = /^\/\S+: (?:must be|is|has) \S/;

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
