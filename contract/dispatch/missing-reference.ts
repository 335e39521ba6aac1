import { Failure } from '../failures.ts';
import type { Missing } from './refs.ts';

/**
 * A reference is absent, is somebody else's, or is marked above the caller's clearance. The caller gets the same refusal
 * for all three, or a refusal would tell an existing thing from an absent one. The audit event names which one it was.
 */
export class MissingReference extends Failure {
  readonly why: Missing['why'];
  constructor({ code, pointer, why }: Missing) {
    super(code, `${pointer}: not found. It does not exist, or this caller may not use it here`, { pointer });
    this.why = why;
  }
}
