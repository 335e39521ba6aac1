import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRefusal } from './address-refusal.ts';
import type { Deadline } from './deadline.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './outbound-types.ts';

/** All addresses of a name. Rejects or returns an empty list if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** IPv4 first: a function in a VPC cannot reach an IPv6 address unless it was given one itself. */
export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address);

/**
 * The addresses of a host to connect to, resolved once: a second resolution could give other addresses (DNS rebinding).
 * If the policy refuses one address, the whole name is refused, because no legitimate name has both.
 */
export const permittedAddresses = async (
  hostname: string,
  { policy, deadline }: { readonly policy: OutboundPolicy; readonly deadline: Deadline },
  resolve: Resolve,
): Promise<readonly string[]> => {
  const unresolved = (): OutboundError =>
    new OutboundError('outbound.unresolved', 'the host name has no address', false);
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
