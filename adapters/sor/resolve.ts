import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRefusal } from './address-refusal.ts';
import type { Deadline } from './deadline.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './outbound-types.ts';

/** Returns all addresses of a host name. If there are none, it rejects or returns an empty list. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** IPv4 addresses come first, because a function in a VPC can reach IPv6 only if it has an IPv6 address. */
export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address);

/**
 * Resolves a host name once and checks its addresses against the policy. A second resolution could give other addresses
 * (DNS rebinding). If one address is refused, the whole name is refused, because a legitimate name does not mix allowed
 * and refused addresses.
 * @throws OutboundError
 */
export const permittedAddresses = async (
  hostname: string,
  { policy, deadline }: { readonly policy: OutboundPolicy; readonly deadline: Deadline },
  resolve: Resolve,
): Promise<readonly string[]> => {
  const unresolved = (): OutboundError =>
    new OutboundError('outbound.unresolved', 'the host name does not resolve to an address', false);
  const asked = isIP(hostname) === 0 ? resolve(hostname) : Promise.resolve([hostname]);
  const addresses = await deadline.guard(
    asked.catch(() => {
      throw unresolved();
    }),
  );
  if (addresses.length === 0) throw unresolved();
  for (const address of addresses) {
    const refusal = addressRefusal(address, policy);
    if (refusal !== undefined) throw new OutboundError('outbound.address_refused', refusal, false);
  }
  return addresses;
};
