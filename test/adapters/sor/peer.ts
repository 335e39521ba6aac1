import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { OutboundError } from '../../../adapters/sor/outbound-error.ts';
import type { OutboundPolicy } from '../../../adapters/sor/outbound-types.ts';

const listening = async (server: TcpServer): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => void server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

/** Returns the policy for a peer on the loopback address. */
export const towards = (port: number, more: Partial<OutboundPolicy> = {}): OutboundPolicy => ({
  origin: `http://127.0.0.1:${port}`,
  network: 'loopback',
  timeoutMillis: 5000,
  maxBytes: 100_000,
  ...more,
});

export const listen = (server: Server): Promise<number> => listening(server);

export const httpPeer = async (handle: RequestListener): Promise<OutboundPolicy> =>
  towards(await listening(createServer(handle)));

/** A peer that sends raw bytes, for answers that an HTTP server would not send. */
export const rawPeer = async (handle: (socket: Socket) => void): Promise<OutboundPolicy> =>
  towards(
    await listening(
      createTcpServer((socket) => {
        // Most of these tests expect the client to cut the connection.
        socket.on('error', () => socket.destroy());
        handle(socket);
      }),
    ),
  );

/** Returns the typed error of a request that must fail. */
export const failureOf = async (request: Promise<unknown>): Promise<OutboundError> => {
  const outcome: unknown = await request.then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  );
  if (outcome instanceof OutboundError) return outcome;
  throw outcome;
};
