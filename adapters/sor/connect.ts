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
    // The certificate is checked against the name, although the socket connects to the address.
    ...(isIP(origin.hostname) === 0 ? { servername: origin.hostname } : {}),
    ...(policy.ca === undefined ? {} : { ca: policy.ca }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Set explicitly. Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
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
    reject(new OutboundError('outbound.unreachable', 'the connection was not opened within the time limit', false));
  const timer = setTimeout(silent, millis);
  socket.once('connect', () => (handshake = secure));
  socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
  socket.on('error', (error) => reject(failure(error, handshake)));
  socket.once('close', () => reject(failure({ name: 'closed', message: '', code: 'ECONNRESET' }, handshake)));
  return promise.finally(() => clearTimeout(timer));
};

/**
 * Connects to the first address that accepts, with TLS and a checked certificate. It takes only literal addresses, so
 * nothing here resolves a name. No byte of the request has been sent when it returns: every error says `sent: false`.
 */
export const connect = async (
  origin: Origin,
  addresses: readonly string[],
  { policy, deadline }: { readonly policy: OutboundPolicy; readonly deadline: Deadline },
): Promise<Socket> => {
  let last = new OutboundError('outbound.unreachable', 'the host name has no address', false);
  for (const [index, address] of addresses.entries()) {
    // An equal share of the remaining time, so that one address that drops packets does not use it all.
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
