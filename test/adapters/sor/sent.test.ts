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

describe('Requests that were not sent', () => {
  it('If the peer refuses the connection, the error says that nothing was sent', async () => {
    const failure = await failureOf(outbound(towards(await closedPort()), put));
    expect(failure).toMatchObject({ code: 'outbound.unreachable', sent: false, retryable: true });
  });

  it('If the deadline of a request has passed or is not a number, the name is not resolved and the error says that nothing was sent', async () => {
    const policy = { ...towards(1), origin: 'http://late.test:1' };
    for (const deadlineAt of [Date.now() - 1, Number.NaN]) {
      const failure = await failureOf(
        outbound(policy, { ...put, deadlineAt }, () => Promise.reject(new Error('asked'))),
      );
      expect(failure).toMatchObject({ code: 'outbound.timeout', sent: false });
    }
  });

  it('If the host name is not resolved in time, the error says that nothing was sent', async () => {
    const policy = { ...towards(1), origin: 'http://slow.test:1', timeoutMillis: 50 };
    const failure = await failureOf(outbound(policy, put, () => Promise.withResolvers<string[]>().promise));
    expect(failure).toMatchObject({ code: 'outbound.timeout', sent: false });
  });

  it('If the deadline passes between resolving and writing, the error says that nothing was sent, and the peer gets no request', async () => {
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

  it('If the TLS handshake never ends, the error says that nothing was sent', async () => {
    const policy = await rawPeer(() => undefined);
    const origin = policy.origin.replace('http:', 'https:');
    const failure = await failureOf(outbound({ ...policy, origin, timeoutMillis: 100 }, put));
    expect(failure.sent).toBe(false);
    expect(['outbound.timeout', 'outbound.unreachable']).toContain(failure.code);
  });

  it('If the peer does not speak TLS, the error says that nothing was sent', async () => {
    const policy = await httpPeer((_, response) => void response.end());
    const origin = policy.origin.replace('http:', 'https:');
    expect(await failureOf(outbound({ ...policy, origin }, put))).toMatchObject({
      code: 'outbound.tls_refused',
      sent: false,
    });
  });

  it('If the certificate has another name or is not trusted, nothing is sent, even if the environment turns the check off', async () => {
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

describe('Requests that may have been sent', () => {
  it('If the peer reads the request and closes the connection, the error says that the request may have been sent', async () => {
    const policy = await httpPeer((_, response) => void response.socket?.destroy());
    const failure = await failureOf(outbound(policy, put));
    expect(failure).toMatchObject({ code: 'outbound.answer_lost', sent: true, retryable: true });
  });

  it('If the peer closes the connection at once, the error says that the request may have been sent, or that the peer was unreachable and nothing was sent', async () => {
    const policy = await rawPeer((socket) => void socket.destroy());
    const failure = await failureOf(outbound(policy, put));
    expect(['outbound.answer_lost', 'outbound.unreachable']).toContain(failure.code);
    expect(failure.sent).toBe(failure.code === 'outbound.answer_lost');
  });

  it('If the peer never answers, the error says that the request may have been sent', async () => {
    const policy = await httpPeer(() => undefined);
    const failure = await failureOf(outbound({ ...policy, timeoutMillis: 100 }, put));
    expect(failure).toMatchObject({ code: 'outbound.timeout', sent: true });
  });

  it('If the answer ends in the middle, the error says that the request may have been sent', async () => {
    const policy = await rawPeer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'));
    expect(await failureOf(outbound(policy, put))).toMatchObject({ code: 'outbound.answer_lost', sent: true });
  });
});

describe('TLS', () => {
  it('A TLS connection goes to the checked address, and its certificate is verified against the host name', async () => {
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
