import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKind } from '../../../adapters/sor/address-kind.ts';
import { addressRefusal } from '../../../adapters/sor/address-refusal.ts';

const everything = ['0.0.0.0/0', '::/0'];

/** Addresses that every policy refuses, even a `private` policy that declares all ranges. */
const never: readonly [string, readonly string[]][] = [
  ['metadata', ['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', 'fd00:ec2::23', 'fd00:ec2::253']],
  ['link-local', ['169.254.0.1', '169.254.170.2', 'fe80::1', 'febf::1', 'fec0::1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['broadcast', ['255.255.255.255']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
  ['carrier-grade NAT', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  ['documentation', ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1']],
  ['benchmarking', ['198.18.0.1', '198.19.255.255']],
  [
    'IPv4-mapped',
    ['::ffff:10.0.0.1', '::ffff:0a00:0001', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:0:10.0.0.1', '::10.0.0.1'],
  ],
  ['NAT64', ['64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1']],
  ['6to4', ['2002:0a00:0001::1', '192.88.99.1']],
  ['reserved', ['192.0.0.8', '240.0.0.1', '2001::1', '100::1', '5f00::1', '4000::1', '8000::1']],
  ['unknown', ['fe80::1%eth0', '2a00::1%1', '10.0.0', '0x7f.1', '2130706433', 'localhost', '']],
];

describe('C26: Addresses', () => {
  describe.each(never)('Addresses of kind %s', (kind, addresses) => {
    it.each(addresses)('C26: Every network policy refuses the address %s', (address) => {
      expect(addressKind(address)).toBe(kind);
      for (const network of ['public', 'private', 'loopback'] as const) {
        expect(addressRefusal(address, { network, cidrs: everything })).toContain(kind);
      }
    });
  });

  it.each(['127.0.0.1', '127.255.255.254', '::1'])(
    'C26: Only a loopback policy allows the loopback address %s',
    (address) => {
      expect(addressRefusal(address, { network: 'loopback' })).toBeUndefined();
      expect(addressRefusal(address, { network: 'public' })).toContain('loopback');
      expect(addressRefusal(address, { network: 'private', cidrs: everything })).toContain('loopback');
    },
  );

  it.each(['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'])(
    'C26: Only a private policy that declares its range allows the private address %s',
    (address) => {
      expect(addressRefusal(address, { network: 'public', cidrs: everything })).toContain('private');
      expect(addressRefusal(address, { network: 'private' })).toContain('outside the CIDR ranges');
      expect(addressRefusal(address, { network: 'private', cidrs: ['10.99.0.0/16', 'fd99::/16'] })).toContain(
        'outside',
      );
      expect(addressRefusal(address, { network: 'private', cidrs: everything })).toBeUndefined();
    },
  );

  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '2a00:1450::1', '2606:4700::1'])(
    'C26: Only a public policy allows the internet address %s',
    (address) => {
      expect(addressRefusal(address, { network: 'public' })).toBeUndefined();
      expect(addressRefusal(address, { network: 'private', cidrs: everything })).toContain('public');
      expect(addressRefusal(address, { network: 'loopback' })).toContain('public');
    },
  );

  it('C26: An address just outside of a declared range is refused, and one just inside is allowed', () => {
    const policy = { network: 'private', cidrs: ['10.20.0.0/22'] } as const;
    expect(addressRefusal('10.20.3.255', policy)).toBeUndefined();
    expect(addressRefusal('10.20.4.0', policy)).toContain('outside');
    expect(addressRefusal('10.19.255.255', policy)).toContain('outside');
  });

  it('C26: An IPv4-mapped IPv6 address is always refused, whatever IPv4 address it contains', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('public', 'private', 'loopback'), (address, network) => {
        expect(addressRefusal(`::ffff:${address}`, { network, cidrs: everything })).toBeDefined();
      }),
    );
  });
});
