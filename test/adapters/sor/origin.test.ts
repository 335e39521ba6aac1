import { describe, expect, it } from 'vitest';
import { originOf } from '../../../adapters/sor/origin.ts';
import type { OutboundPolicy } from '../../../adapters/sor/outbound-types.ts';

const policy = (origin: string, more: Partial<OutboundPolicy> = {}): OutboundPolicy => ({
  origin,
  network: 'public',
  timeoutMillis: 1000,
  maxBytes: 1000,
  ...more,
});

describe('The origin of an SoR', () => {
  it('An origin may be an https address with a host name and a port', () => {
    expect(originOf(policy('https://sor.example.com'))).toMatchObject({
      secure: true,
      port: 443,
      host: 'sor.example.com',
    });
    expect(originOf(policy('https://sor.example.com:8443'))).toMatchObject({
      port: 8443,
      host: 'sor.example.com:8443',
    });
    expect(originOf(policy('https://[2a00::1]'))).toMatchObject({ hostname: '2a00::1', host: '[2a00::1]' });
  });

  it('An origin with http is accepted only by a loopback policy', () => {
    expect(originOf(policy('http://127.0.0.1:8080', { network: 'loopback' }))).toMatchObject({
      secure: false,
      port: 8080,
    });
    for (const network of ['public', 'private'] as const) {
      expect(() => originOf(policy('http://127.0.0.1:8080', { network }))).toThrow(/origin_refused/);
    }
  });

  it.each([
    '',
    'sor.example.com',
    'https://sor.example.com/',
    'https://sor.example.com/base',
    'https://sor.example.com?x',
    'https://user:pw@sor.example.com',
    'https://SOR.example.com',
    'https://sor.example.com:443',
    'https://sor.example.com.',
    'https://0x7f.1',
    'https://2130706433',
    'https://127.1',
    'https://[::ffff:10.0.0.1]',
    'ftp://sor.example.com',
    'ws://127.0.0.1',
    'file:///etc/passwd',
    'https://sor.example.com#x',
    ' https://sor.example.com',
    'null',
  ])('The malformed or unsupported origin %j is refused by every policy', (origin) => {
    for (const network of ['public', 'private', 'loopback'] as const) {
      expect(() => originOf(policy(origin, { network }))).toThrow(
        expect.objectContaining({ code: 'outbound.origin_refused', sent: false }),
      );
    }
  });

  it.each([
    { timeoutMillis: 0 },
    { timeoutMillis: Number.NaN },
    { timeoutMillis: Number.POSITIVE_INFINITY },
    { maxBytes: -1 },
    { maxBytes: 1.5 },
    { cidrs: ['10.0.0.0'] },
    { cidrs: ['10.0.0.0/33'] },
    { cidrs: ['10.0.0.0/'] },
    { cidrs: ['x/8'] },
    { cidrs: ['10.0.0.0/8/8'] },
    { cidrs: ['fd00::/129'] },
  ])('An outbound policy with the invalid limit or address range %j is refused', (more) => {
    expect(() => originOf(policy('https://sor.example.com', more))).toThrow(
      expect.objectContaining({ code: 'outbound.policy_invalid', sent: false }),
    );
  });
});
