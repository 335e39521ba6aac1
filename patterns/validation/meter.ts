import { celError } from '@bufbuild/cel';
import { Failure } from '../../contract/failures.ts';
import { RuleFault } from './rule-fault.ts';

/** Extra steps that the lengths of one candidate's texts and lists may add to the fixed steps of its rules. */
export const maxLengthSteps = 2_000_000;

/**
 * One error for all: after the steps are spent a rule may still make thousands of calls, and creating an error takes
 * time.
 */
const spent = celError(new RuleFault('out_of_range'));

/** The steps that are left. CEL evaluates without a pause, so no two candidates are judged at the same time. */
let left = 0;

/**
 * Judges one candidate within its steps.
 * @throws Failure `arguments.invalid` if its texts and lists are too long for what the rules do with them
 */
export function metered<T>(judge: () => T): T {
  left = maxLengthSteps;
  const judged = judge();
  if (left >= 0) return judged;
  const detail = `/candidate: its texts and lists are too long for the rules of this pack; send shorter ones`;
  throw new Failure('arguments.invalid', detail, { pointer: '/candidate' });
}

/** Called before the work that it charges for. Once the steps are spent, every further call fails at once. */
export function charge(steps: number): void {
  left -= Math.ceil(steps);
  if (left < 0) throw spent;
}
