import { BlockList, isIP } from 'node:net';

const prefixOf = (text: string | undefined, bits: number): number => {
  const prefix = text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (prefix < 0 || prefix > bits) throw new RangeError('must be a CIDR range such as 10.0.0.0/8');
  return prefix;
};

/**
 * Returns a function that says if an address is in one of these CIDR ranges. IPv4 and IPv6 have separate lists, because
 * a BlockList treats an IPv4 address as equal to its IPv4-mapped IPv6 form. With one list, every IPv4 address would
 * count as "mapped".
 * @throws RangeError for a text that is not a CIDR range
 */
export const ranges = (cidrs: readonly string[]): ((address: string) => boolean) => {
  const ipv4 = new BlockList();
  const ipv6 = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix, ...rest] = cidr.split('/');
    const family = isIP(network);
    if (family === 0 || rest.length > 0 || network.includes('%'))
      throw new RangeError('must be a CIDR range such as 10.0.0.0/8');
    if (family === 4) ipv4.addSubnet(network, prefixOf(prefix, 32), 'ipv4');
    else ipv6.addSubnet(network, prefixOf(prefix, 128), 'ipv6');
  }
  return (address) => (isIP(address) === 4 ? ipv4.check(address, 'ipv4') : ipv6.check(address, 'ipv6'));
};
