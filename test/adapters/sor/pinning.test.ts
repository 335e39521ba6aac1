import { describe, expect, it } from 'vitest';
import { outbound } from '../../../adapters/sor/outbound.ts';
import type { OutboundPolicy } from '../../../adapters/sor/outbound-types.ts';
import { failureOf, httpPeer } from './peer.ts';

const get = { method: 'GET', path: '/x' } as const;
const https = (more: Partial<OutboundPolicy> = {}): OutboundPolicy => ({
  origin: 'https://sor.test',
  network: 'public',
  timeoutMillis: 2000,
  maxBytes: 1000,
  ...more,
});

describe('The address of a host name', () => {
  it('A host name is resolved once, so that a second DNS answer (DNS rebinding) is never used', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const asked: string[] = [];
    const policy = await httpPeer((request, response) => void response.end(request.headers.host));
    const { port } = new URL(policy.origin);
    const resolve = async (name: string): Promise<string[]> => {
      asked.push(name);
      return answers.shift() ?? [];
    };
    const answer = await outbound({ ...policy, origin: `http://rebind.test:${port}` }, get, resolve);
    expect(answer.body).toBe(`rebind.test:${port}`);
    expect(asked).toEqual(['rebind.test']);
  });

  it.each([['169.254.169.254'], ['::ffff:10.0.0.1'], ['127.0.0.1'], ['10.0.0.1'], ['0.0.0.0'], ['fd00:ec2::254']])(
    'If a host name resolves to %s, the request is refused before it connects',
    async (address) => {
      const failure = await failureOf(outbound(https(), get, async () => [address]));
      expect(failure).toMatchObject({ code: 'outbound.address_refused', sent: false });
    },
  );

  it('If one of several addresses of a host name is refused, the request is refused, whatever the order of the addresses', async () => {
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
    ]) {
      const failure = await failureOf(outbound(https(), get, async () => addresses));
      expect(failure).toMatchObject({ code: 'outbound.address_refused', sent: false });
    }
  });

  it.each([
    'https://169.254.169.254',
    'https://[::ffff:a00:1]',
    'https://10.0.0.1',
    'https://[fe80::1]',
    'https://127.0.0.1',
  ])('The address in %s is refused without resolving a name', async (origin) => {
    const resolve = (): Promise<never> => Promise.reject(new Error('resolved'));
    const failure = await failureOf(outbound(https({ origin }), get, resolve));
    expect(failure).toMatchObject({ code: 'outbound.address_refused', sent: false });
  });

  it('If a host name does not exist, the request fails with outbound.unresolved', async () => {
    const none = await failureOf(outbound(https(), get, async () => []));
    const unknown = await failureOf(outbound(https(), get, () => Promise.reject(new Error('ENOTFOUND'))));
    for (const failure of [none, unknown]) expect(failure).toMatchObject({ code: 'outbound.unresolved', sent: false });
  });

  it('A host name is resolved by the operating system by default', async () => {
    const policy = await httpPeer((_, response) => void response.end('here'));
    const origin = policy.origin.replace('127.0.0.1', 'localhost');
    expect(await outbound({ ...policy, origin }, get)).toMatchObject({ body: 'here' });
  });

  it('If an address of a host name refuses the connection, the request is sent to the next address', async () => {
    const policy = await httpPeer((_, response) => void response.end('second'));
    const origin = policy.origin.replace('127.0.0.1', 'two.test');
    const answer = await outbound({ ...policy, origin }, get, async () => ['127.0.0.2', '127.0.0.1']);
    expect(answer.body).toBe('second');
  });
});
