import { Failure } from '../failures.ts';

/** A refusal by the PDP, with the policies that caused it, for the event. */
export class PolicyVerdict extends Failure {
  readonly policies: readonly string[];
  constructor(
    code: 'permission.denied' | 'permission.failed',
    detail: string,
    answer: { policies: readonly string[] },
  ) {
    super(code, detail);
    this.policies = answer.policies;
  }
}
