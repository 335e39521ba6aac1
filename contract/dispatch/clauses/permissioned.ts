import { mustNotBeSuspended } from '../../authority/suspension.ts';
import type { Permissioned, Pinned } from '../../call.ts';
import { involvedRefs } from '../involved-refs.ts';
import { MissingReference } from '../missing-reference.ts';
import { expand } from '../../authority/markings.ts';
import { failClosed, policyHashesOf } from '../../authority/fail-closed.ts';
import { PolicyVerdict } from '../policy-verdict.ts';
import type { System } from '../../system.ts';

/**
 * Asks the PDP to allow the call: its scope, its purpose, its effect class, and a clearance for every marking that it
 * touches (docs/spec.md, 9.1, Permissioned). Then refuses the call if the action kind, the queue or the system of
 * record that it names is suspended.
 */
export const permissioned =
  ({ pdp, head }: Pick<System, 'pdp' | 'head'>) =>
  async <Args>(call: Pinned<Args>): Promise<Permissioned<Args>> => {
    const { record, principal, inForce, markings } = call;
    const set = await inForce.policies();
    const answer = await failClosed(pdp, set, {
      principal,
      action: record.effectClass,
      tool: { ...record, markings: expand(inForce.markings, record.markings) },
      context: { purpose: call.purposeOfUse, markings },
    });
    if (answer.verdict === 'failed')
      throw new PolicyVerdict(
        'permission.failed',
        `the policies could not be evaluated${answer.policies.length === 0 ? '' : `: ${answer.policies.join(', ')}`}`,
        { policies: answer.policies, policyHashes: policyHashesOf(set, answer.policies) },
      );
    if (answer.verdict === 'deny')
      throw new PolicyVerdict('permission.denied', because(answer.policies), {
        policies: answer.policies,
        policyHashes: policyHashesOf(set, answer.policies),
      });
    const [first] = call.missing;
    if (first) throw new MissingReference(first);
    await mustNotBeSuspended(head, involvedRefs(call.resolved));
    return { ...call, policies: answer.policies, policyHashes: policyHashesOf(set, answer.policies) };
  };

const because = (policies: readonly string[]): string =>
  policies.length === 0 ? 'no policy permits this call' : `the call is forbidden by ${policies.join(', ')}`;
