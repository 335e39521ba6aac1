import { Failure } from '../../contract/failures.ts';

/**
 * Makes the refusal of a member of the arguments. `detail` is the rest of the sentence that begins with the pointer,
 * and never contains the value.
 */
export const refused = (pointer: string, detail: string, cause?: unknown): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${detail}`, { pointer, ...(cause === undefined ? {} : { cause }) });
