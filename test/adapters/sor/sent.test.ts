import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { outbound } from '../../../adapters/sor/outbound.ts';
import { certificateFor } from './certificate.ts';
import { failureOf, httpPeer, listen, rawPeer, towards } from './peer.ts';

const put = { method: 'PUT', path: '/claims/1/reserve', body: '{}' } as const;

const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
};

describe('An outbound error says that nothing was sent', () => {
  it('If the connection was refused', async () => {
    const failure = await failureOf(outbound(towards(await closedPort()), put));
    expect(failure).toMatchObject({ code: 'outbound.unreachable', sent: false, retryable: true });
  });

  it('If the deadline had passed before the call, or is not a number: not even the name is resolved', async () => {
    const policy = { ...towards(1), origin: 'http://late.test:1' };
    for (const deadlineAt of [Date.now() - 1, Number.NaN]) {
      const failure = await failureOf(
        outbound(policy, { ...put, deadlineAt }, () => Promise.reject(new Error('asked'))),
      );
      expect(failure).toMatchObject({ code: 'outbound.timeout', sent: false });
    }
  });

  it('If the name was not resolved in time', async () => {
    const policy = { ...towards(1), origin: 'http://slow.test:1', timeoutMillis: 50 };
    const failure = await failureOf(outbound(policy, put, () => Promise.withResolvers<string[]>().promise));
    expect(failure).toMatchObject({ code: 'outbound.timeout', sent: false });
  });

  it('If the deadline passed between connecting and writing: it is checked at the socket', async () => {
    let requests = 0;
    let time = 1000;
    const policy = await httpPeer((_, response) => {
      requests += 1;
      response.end();
    });
    const origin = policy.origin.replace('127.0.0.1', 'late.test');
    const resolve = async (): Promise<string[]> => {
      time = 2000;
      return ['127.0.0.1'];
    };
    const failure = await failureOf(
      outbound({ ...policy, origin }, { ...put, deadlineAt: 1500, now: () => time }, resolve),
    );
    expect(failure).toMatchObject({ code: 'outbound.timeout', sent: false });
    expect(requests).toBe(0);
  });

  it('If the TLS handshake never ends', async () => {
    const policy = await rawPeer(() => undefined);
    const origin = policy.origin.replace('http:', 'https:');
    const failure = await failureOf(outbound({ ...policy, origin, timeoutMillis: 100 }, put));
    expect(failure.sent).toBe(false);
    expect(['outbound.timeout', 'outbound.unreachable']).toContain(failure.code);
  });

  it('If the peer does not speak TLS', async () => {
    const policy = await httpPeer((_, response) => void response.end());
    const origin = policy.origin.replace('http:', 'https:');
    expect(await failureOf(outbound({ ...policy, origin }, put))).toMatchObject({
      code: 'outbound.tls_refused',
      sent: false,
    });
  });

  it('If the certificate has another name or is not trusted, also when the environment turns checks off', async () => {
    let requests = 0;
    const { key, cert } = certificateFor('sor.test');
    const port = await listen(
      createTlsServer({ key, cert }, (_, response) => {
        requests += 1;
        response.end();
      }),
    );
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      for (const [name, ca] of [
        ['other.test', cert],
        ['sor.test', undefined],
      ] as const) {
        const policy = { ...towards(port), origin: `https://${name}:${port}`, ...(ca === undefined ? {} : { ca }) };
        const failure = await failureOf(outbound(policy, put, async () => ['127.0.0.1']));
        expect(failure).toMatchObject({ code: 'outbound.tls_refused', sent: false });
      }
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(requests).toBe(0);
  });
});

describe('An outbound error says that the request may have been sent', () => {
  it('If the peer took the request and closed the connection', async () => {
    const policy = await httpPeer((_, response) => void response.socket?.destroy());
    const failure = await failureOf(outbound(policy, put));
    expect(failure).toMatchObject({ code: 'outbound.answer_lost', sent: true, retryable: true });
  });

  it('If the peer closed the connection at once', async () => {
    const policy = await rawPeer((socket) => void socket.destroy());
    const failure = await failureOf(outbound(policy, put));
    expect(['outbound.answer_lost', 'outbound.unreachable']).toContain(failure.code);
    expect(failure.sent).toBe(failure.code === 'outbound.answer_lost');
  });

  it('If the peer never answers', async () => {
    const policy = await httpPeer(() => undefined);
    const failure = await failureOf(outbound({ ...policy, timeoutMillis: 100 }, put));
    expect(failure).toMatchObject({ code: 'outbound.timeout', sent: true });
  });

  it('If the answer ended in the middle', async () => {
    const policy = await rawPeer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'));
    expect(await failureOf(outbound(policy, put))).toMatchObject({ code: 'outbound.answer_lost', sent: true });
  });
});

describe('TLS', () => {
  it('connects to the checked address and verifies the certificate against the name', async () => {
    const { key, cert } = certificateFor('sor.test');
    const names: unknown[] = [];
    const server = createTlsServer({ key, cert }, (request, response) => void response.end(request.headers.host));
    server.on('secureConnection', (socket) => names.push(socket.servername));
    const port = await listen(server);
    const policy = { ...towards(port), origin: `https://sor.test:${port}`, ca: cert };
    const answer = await outbound(policy, put, async () => ['127.0.0.1']);
    expect(answer).toMatchObject({ status: 200, body: `sor.test:${port}` });
    expect(names).toEqual(['sor.test']);
  });
});
