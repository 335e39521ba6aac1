import { Failure } from '../../contract/failures.ts';

/**
 * The refusal of a member of the arguments: its pointer, and what it must be, as the rest of the sentence. Never its
 * value.
 */
export const refused = (pointer: string, detail: string, cause?: unknown): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${detail}`, { pointer, ...(cause === undefined ? {} : { cause }) });
