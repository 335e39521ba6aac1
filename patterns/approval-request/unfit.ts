import { Failure } from '../../contract/failures.ts';

/** Makes the refusal of a subject that cannot be approved at all, or not by this queue. */
export const unfitApproval = (detail: string, pointer: string): Failure =>
  new Failure('subject.unfit', detail, { pointer });
