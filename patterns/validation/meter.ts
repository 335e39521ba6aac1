import { celError } from '@bufbuild/cel';
import { Failure } from '../../contract/failures.ts';
import { RuleFault } from './rule-fault.ts';

/**
 * The most additional steps for one candidate. Long texts and lists cost steps in addition to the fixed steps of the
 * rules.
 */
export const maxLengthSteps = 2_000_000;

/**
 * One error object for all calls, because creating an error takes time and a rule may make thousands of calls after its
 * steps are used up.
 */
const spent = celError(new RuleFault('out_of_range'));

/**
 * The steps that are left for the current candidate. One variable is enough, because CEL evaluates without
 * interruption.
 */
let left = 0;

/**
 * Evaluates one candidate with limited steps.
 * @throws Failure `arguments.invalid` if its texts and lists are too long for these rules
 */
export function metered<T>(judge: () => T): T {
  left = maxLengthSteps;
  const judged = judge();
  if (left >= 0) return judged;
  const detail = `/candidate: its texts and lists are too long for the rules of this pack. Send shorter ones`;
  throw new Failure('arguments.invalid', detail, { pointer: '/candidate' });
}

/**
 * Charges steps before the work is done. Once the steps are used up, every further call fails at once.
 * @throws CEL error
 */
export function charge(steps: number): void {
  left -= Math.ceil(steps);
  if (left < 0) throw spent;
}
