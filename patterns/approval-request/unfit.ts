import { Failure } from '../../contract/failures.ts';

/** The refusal of a subject that cannot be approved, or not in this queue. */
export const unfitApproval = (detail: string, pointer: string): Failure =>
  new Failure('subject.unfit', detail, { pointer });
