import { addressKind } from './address-kind.ts';
import type { OutboundPolicy } from './outbound-types.ts';
import { ranges } from './ranges.ts';

/**
 * Returns the reason why a policy refuses an IP address, or undefined if it is allowed. A `private` policy refuses
 * public addresses: if a private name began to resolve to the internet, data would leak.
 */
export const addressRefusal = (
  address: string,
  policy: Pick<OutboundPolicy, 'network' | 'cidrs'>,
): string | undefined => {
  const kind = addressKind(address);
  if (kind !== policy.network) return `the address is ${kind}, but the SoR file declares the network ${policy.network}`;
  if (kind === 'private' && !ranges(policy.cidrs ?? [])(address))
    return 'the private address is outside the CIDR ranges that the SoR file declares';
  return undefined;
};
