import { isIP } from 'node:net';
import { ranges } from './ranges.ts';

/**
 * Kinds of IP addresses by the IANA special-purpose registries (RFC 6890 and its successors) and by the metadata
 * services of clouds. The first match wins, so kinds that are always refused come before kinds that a policy may allow.
 */
const kinds = Object.entries({
  // The AWS services in a VPC (instance metadata, pod credentials, time, names) share fd00:ec2::/32. It lies in the
  // private range fc00::/7, but no declared CIDR range may allow it. 168.63.129.16 is the service of Azure, the only
  // one in a public range.
  metadata: ['169.254.169.254/32', '168.63.129.16/32', 'fd00:ec2::/32'],
  'link-local': ['169.254.0.0/16', 'fe80::/10', 'fec0::/10'],
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  broadcast: ['255.255.255.255/32'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  benchmarking: ['198.18.0.0/15'],
  // These ranges contain IPv4 addresses inside IPv6 addresses. If they were allowed, they would bypass every rule for
  // IPv4.
  'IPv4-mapped': ['::ffff:0:0/96', '::ffff:0:0:0/96', '::/96'],
  NAT64: ['64:ff9b::/96', '64:ff9b:1::/48'],
  '6to4': ['192.88.99.0/24', '2002::/16'],
  reserved: ['192.0.0.0/24', '240.0.0.0/4', '2001::/23', '100::/64', '5f00::/16'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  public: ['0.0.0.0/0', '2000::/3'],
}).map(([kind, cidrs]) => ({ kind, has: ranges(cidrs) }));

/** Returns the kind of an IP address: `public`, `private`, `loopback`, or one that is always refused. */
export const addressKind = (address: string): string => {
  // A zone (`fe80::1%eth0`) names a network interface of this machine, so the address is never public.
  if (isIP(address) === 0 || address.includes('%')) return 'unknown';
  return kinds.find(({ has }) => has(address))?.kind ?? 'reserved';
};
