import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { outbound } from '../../../adapters/sor/outbound.ts';
import { failureOf, httpPeer, towards } from './peer.ts';

const get = { method: 'GET', path: '/claims/CLM-2026-000045' } as const;

afterEach(() => vi.unstubAllEnvs());

describe('An outbound request', () => {
  it("An outbound request reaches the peer unchanged, and returns the peer's status, headers, entity tag and body", async () => {
    const seen: unknown[] = [];
    const policy = await httpPeer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body });
        response.writeHead(200, { etag: '"v7"', 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
        response.end('{"tutar":"42500.00 ₺"}');
      });
    });
    const answer = await outbound(policy, {
      method: 'PUT',
      path: '/claims/1/reserve?x=1',
      headers: { 'If-Match': '"v6"', authorization: 'Bearer abc' },
      body: '{"a":"ş"}',
    });
    expect(answer).toMatchObject({ status: 200, etag: '"v7"', body: '{"tutar":"42500.00 ₺"}' });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'set-cookie': 'a=1, b=2' });
    expect(seen).toEqual([
      {
        method: 'PUT',
        url: '/claims/1/reserve?x=1',
        headers: {
          host: new URL(policy.origin).host,
          'accept-encoding': 'identity',
          connection: 'close',
          'content-length': '10',
          'if-match': '"v6"',
          authorization: 'Bearer abc',
        },
        body: '{"a":"ş"}',
      },
    ]);
  });

  it.each([200, 304, 400, 404, 412, 428, 500, 503])(
    'If a peer answers with the status %i, the outbound request returns it as an answer',
    async (status) => {
      const policy = await httpPeer((_, response) => void response.writeHead(status, { etag: 'W/"v1"' }).end());
      expect(await outbound(policy, get)).toMatchObject({ status, etag: 'W/"v1"', body: '' });
    },
  );

  it('If the header ETag of an answer is malformed, the outbound request returns no entity tag', async () => {
    const policy = await httpPeer((_, response) => void response.writeHead(200, { etag: 'v1' }).end());
    expect(await outbound(policy, get)).not.toHaveProperty('etag');
  });

  it.each([300, 301, 302, 303, 307, 308])(
    'If a peer answers with the redirect %i, the outbound request fails and does not follow it',
    async (status) => {
      const asked: unknown[] = [];
      const policy = await httpPeer((request, response) => {
        asked.push(request.url);
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.redirect_refused', sent: true });
      expect(asked).toEqual([get.path]);
    },
  );

  it.each([
    ['the header Content-Length', { 'Content-Length': '3' }],
    ['the header Host', { Host: 'evil.example' }],
    ['a proxy header', { 'Proxy-Authorization': 'x' }],
    ['the header Accept-Encoding', { 'accept-encoding': 'gzip' }],
    ['a line break in a header value', { 'x-a': '1\r\nx-b: 2' }],
    ['a malformed header name', { 'x a': '1' }],
    ['an empty header name', { '': '1' }],
    ['a header twice', { 'x-a': '1', 'X-A': '2' }],
  ])('An outbound request with %s is refused before it is sent', async (_, headers) => {
    const failure = await failureOf(outbound(towards(1), { ...get, headers }));
    expect(failure).toMatchObject({ code: 'outbound.request_refused', sent: false });
  });

  it('An outbound GET with a body is refused before it is sent', async () => {
    const failure = await failureOf(outbound(towards(1), { ...get, body: 'x' }));
    expect(failure).toMatchObject({ code: 'outbound.request_refused', sent: false });
  });

  it('An outbound request checks its path before it resolves the host name', async () => {
    const resolve = (): Promise<never> => Promise.reject(new Error('resolved'));
    const policy = { ...towards(1), origin: 'http://sor.test:1' };
    const failure = await failureOf(outbound(policy, { ...get, path: '/claims/../admin' }, resolve));
    expect(failure).toMatchObject({ code: 'outbound.path_refused', sent: false });
  });

  it('An outbound request ignores the proxy variables of the environment', async () => {
    const policy = await httpPeer((_, response) => void response.end('direct'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await outbound(policy, get)).toMatchObject({ body: 'direct' });
  });

  it('The error of an outbound request contains no header, path or body', async () => {
    const policy = await httpPeer((_, response) => void response.socket?.end('HTTP/1.1 4111-secret\r\n\r\n'));
    const failure = await failureOf(
      outbound(policy, {
        method: 'PUT',
        path: '/claims/4111-secret',
        headers: { authorization: 'Bearer 4111-secret' },
        body: '4111-secret',
      }),
    );
    expect(failure.code).toBe('outbound.answer_invalid');
    expect(failure.cause).toBeUndefined();
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('4111');
  });
});
