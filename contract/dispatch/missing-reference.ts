import { Failure } from '../failures.ts';
import type { Missing } from './refs.ts';

/**
 * A refusal because of a reference that does not exist, belongs to somebody else, or has a marking above the caller's
 * clearance. The caller gets the same refusal in all three cases, so it cannot learn that something exists. The audit
 * event says which case it was.
 */
export class MissingReference extends Failure {
  readonly why: Missing['why'];
  constructor({ code, pointer, why }: Missing) {
    super(code, `${pointer}: nothing with this id or name exists, or this caller may not use it here`, { pointer });
    this.why = why;
  }
}
