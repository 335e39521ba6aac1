import type { Pdp, PdpAnswer, PolicySet } from '../system.ts';
import type { Hash } from '../values/canonical.ts';

/**
 * Returns the decision of the PDP. If the PDP throws, or names a policy that the set does not have, returns `failed`,
 * which counts as a deny.
 */
export async function failClosed(pdp: Pdp, ...[set, request]: Parameters<Pdp['decide']>): Promise<PdpAnswer> {
  try {
    const answer = await pdp.decide(set, request);
    const policies = answer.policies.filter((id) => set.texts[id] !== undefined);
    return policies.length === answer.policies.length ? answer : { verdict: 'failed', policies };
  } catch {
    return { verdict: 'failed', policies: [] };
  }
}

/**
 * Returns the hash of the text of each given policy, in the order of the policies. `failClosed` has checked that the
 * policies exist.
 */
export const policyHashesOf = ({ texts }: Pick<PolicySet, 'texts'>, policies: readonly string[]): readonly Hash[] =>
  policies.flatMap((id) => texts[id] ?? []);
