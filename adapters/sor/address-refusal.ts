import { addressKind } from './address-kind.ts';
import type { OutboundPolicy } from './outbound-types.ts';
import { ranges } from './ranges.ts';

/**
 * Why a policy does not let its connector go to an IP address, or undefined where it does. A `private` policy reaches
 * no public address either: a private name that begins to resolve to the internet is how data leaves.
 */
export const addressRefusal = (
  address: string,
  policy: Pick<OutboundPolicy, 'network' | 'cidrs'>,
): string | undefined => {
  const kind = addressKind(address);
  if (kind !== policy.network) return `the address is ${kind}, but the policy declares ${policy.network}`;
  if (kind === 'private' && !ranges(policy.cidrs ?? [])(address))
    return 'the private address is outside the declared CIDR ranges';
  return undefined;
};
