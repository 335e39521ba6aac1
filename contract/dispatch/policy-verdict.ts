import { Failure } from '../failures.ts';
import type { Hash } from '../values/canonical.ts';

/** A refusal by the PDP, with the policies that caused the refusal. The event names these policies. */
export class PolicyVerdict extends Failure {
  readonly policies: readonly string[];
  readonly policyHashes: readonly Hash[];
  constructor(
    code: 'permission.denied' | 'permission.failed',
    detail: string,
    answer: Pick<PolicyVerdict, 'policies' | 'policyHashes'>,
  ) {
    super(code, detail);
    this.policies = answer.policies;
    this.policyHashes = answer.policyHashes;
  }
}
