import { Failure } from '../failures.ts';
import type { Missing } from './refs.ts';

/**
 * The caller cannot use a reference: it is absent, belongs to somebody else, or is marked above the caller's clearance.
 * The caller gets the same refusal for all three, so that no refusal tells that something exists. The audit event says
 * which of the three it was.
 */
export class MissingReference extends Failure {
  readonly why: Missing['why'];
  constructor({ code, pointer, why }: Missing) {
    super(code, `${pointer}: not found. It does not exist, or this caller may not use it here`, { pointer });
    this.why = why;
  }
}
