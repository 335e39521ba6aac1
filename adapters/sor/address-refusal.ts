import { addressKind } from './address-kind.ts';
import type { OutboundPolicy } from './outbound-types.ts';
import { ranges } from './ranges.ts';

/**
 * The reason why a policy refuses an IP address, or undefined. A `private` policy allows no public address either: data
 * leaks if a private name begins to resolve to the internet.
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
