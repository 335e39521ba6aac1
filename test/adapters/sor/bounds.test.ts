import { describe, expect, it } from 'vitest';
import { outbound } from '../../../adapters/sor/outbound.ts';
import { failureOf, httpPeer, rawPeer } from './peer.ts';

const get = { method: 'GET', path: '/x' } as const;
const gigabyte = 2 ** 30;

describe('C26: Limits of an answer', () => {
  it('C26: If the body of an answer never ends, it is cut off at the size limit, and memory stays bounded', async () => {
    let written = 0;
    const piece = Buffer.alloc(65_536, 'x');
    const policy = await httpPeer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && written < gigabyte) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    });
    const failure = await failureOf(outbound({ ...policy, maxBytes: 1_000_000 }, get));
    expect(failure).toMatchObject({ code: 'outbound.too_large', sent: true });
    // The kernel's loopback buffers hold data in addition to the limit.
    expect(written).toBeLessThan(32_000_000);
  });

  it('C26: If an answer declares a body over the size limit, it is refused before the body is read', async () => {
    const policy = await httpPeer((_, response) => {
      response.writeHead(200, { 'content-length': String(gigabyte) }).flushHeaders();
    });
    expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.too_large', sent: true });
  });

  it('C26: A body of exactly the size limit is accepted, and a body with one byte more is refused', async () => {
    const policy = await httpPeer((_, response) => void response.write('x'.repeat(1000), () => response.end()));
    expect((await outbound({ ...policy, maxBytes: 1000 }, get)).body).toHaveLength(1000);
    expect(await failureOf(outbound({ ...policy, maxBytes: 999 }, get))).toMatchObject({ code: 'outbound.too_large' });
  });

  it('C26: If the headers of an answer never end, the answer is cut off', async () => {
    const policy = await rawPeer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1000)}`);
    });
    expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.too_large', sent: true });
  });

  it.each([
    ['the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
    ['a header', 'HTTP/1.1 200 OK\r\nx-a: '],
    ['a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n'],
  ])(
    'C26: If %s of an answer arrives byte by byte, the answer is cut off at the deadline, although bytes keep coming',
    async (_, head) => {
      const policy = await rawPeer((socket) => {
        socket.write(head);
        const timer = setInterval(() => void socket.write('x'), 20);
        socket.once('close', () => clearInterval(timer));
      });
      const failure = await failureOf(outbound({ ...policy, timeoutMillis: 300 }, get));
      expect(failure).toMatchObject({ code: 'outbound.timeout', sent: true });
    },
  );

  it('C26: If an answer has a content encoding that was not requested, it is refused without unpacking it', async () => {
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
      { 'transfer-encoding': 'gzip, chunked' },
    ]) {
      const policy = await httpPeer((_, response) => void response.writeHead(200, headers).end('x'));
      expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.encoding_refused', sent: true });
    }
  });

  it('C26: If the body of an answer is not UTF-8, it is refused and not repaired', async () => {
    const policy = await httpPeer((_, response) => void response.end(Buffer.from([0x22, 0xff, 0x22])));
    expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.encoding_refused', sent: true });
  });

  it.each([
    ['that is not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'with a length and with chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['that changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('C26: An answer %s is refused as invalid', async (_, text) => {
    const policy = await rawPeer((socket) => void socket.end(text));
    expect(await failureOf(outbound(policy, get))).toMatchObject({ code: 'outbound.answer_invalid', sent: true });
  });
});
