import { Failure } from '../../contract/failures.ts';

/** The refusal of a member of the arguments: where it stands and, as the rest of the sentence, what it
 * must be or is not; never what it was. */
export const refused = (pointer: string, detail: string, cause?: unknown): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${detail}`, { pointer, ...(cause === undefined ? {} : { cause }) });
