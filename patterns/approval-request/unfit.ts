import { Failure } from '../../contract/failures.ts';

/** What is asked for cannot be approved, or not in this queue. */
export const unfit = (detail: string, pointer: string): Failure => new Failure('subject.unfit', detail, { pointer });
