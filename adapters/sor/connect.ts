import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Deadline } from './deadline.ts';
import type { Origin } from './origin.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './outbound-types.ts';

const open = (origin: Origin, address: string, policy: OutboundPolicy): Socket => {
  const place = { host: address, port: origin.port };
  if (!origin.secure) return connectTcp(place);
  return connectTls({
    ...place,
    // The certificate must be valid for this name, although the socket connects to an address.
    ...(isIP(origin.hostname) === 0 ? { servername: origin.hostname } : {}),
    ...(policy.ca === undefined ? {} : { ca: policy.ca }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise disable the check.
    rejectUnauthorized: true,
  });
};

const failure = (error: NodeJS.ErrnoException, handshake: boolean): OutboundError => {
  const reason = error.code ?? 'no code';
  return handshake && reason !== 'ECONNRESET'
    ? new OutboundError('outbound.tls_refused', `the TLS handshake failed (${reason})`, false)
    : new OutboundError('outbound.unreachable', `the connection could not be opened (${reason})`, false);
};

const connected = (socket: Socket, secure: boolean, millis: number): Promise<Socket> => {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let handshake = false;
  const silent = (): void =>
    reject(
      new OutboundError(
        'outbound.unreachable',
        'the server did not accept the connection within the time limit',
        false,
      ),
    );
  const timer = setTimeout(silent, millis);
  socket.once('connect', () => (handshake = secure));
  socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
  socket.on('error', (error) => reject(failure(error, handshake)));
  socket.once('close', () => reject(failure({ name: 'closed', message: '', code: 'ECONNRESET' }, handshake)));
  return promise.finally(() => clearTimeout(timer));
};

/**
 * Connects to the first address that accepts, and for https checks the certificate. It takes only IP addresses, so no
 * name is resolved here. No byte of the request has been sent when it returns or fails, so every error has `sent:
 * false`.
 */
export const connect = async (
  origin: Origin,
  addresses: readonly string[],
  { policy, deadline }: { readonly policy: OutboundPolicy; readonly deadline: Deadline },
): Promise<Socket> => {
  let last = new OutboundError('outbound.unreachable', 'the host name does not resolve to an address', false);
  for (const [index, address] of addresses.entries()) {
    // Each address gets an equal share of the remaining time, so that one that drops packets does not use it all.
    const share = Math.max(1, deadline.remaining() / (addresses.length - index));
    const socket = open(origin, address, policy);
    try {
      return await deadline.guard(connected(socket, origin.secure, share));
    } catch (error) {
      socket.destroy();
      if (!(error instanceof OutboundError) || error.code === 'outbound.timeout') throw error;
      last = error;
    }
  }
  throw last;
};
