import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadline } from './deadline.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy, OutboundRequest, OutboundResponse } from './outbound-types.ts';
import { readBody } from './read-body.ts';
import { checkAnswer, responseHeaders } from './response-headers.ts';

const maxHeaderBytes = 16 * 1024;

/** Sends the request and waits for the status and headers of the answer. */
const answerTo = (
  socket: Socket,
  request: OutboundRequest,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Without an agent, the connection is not pooled and no proxy variable of the environment is used.
  const message = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: request.path,
    headers,
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  });
  message.once('response', resolve);
  message.once('upgrade', () =>
    reject(new OutboundError('outbound.answer_invalid', 'the server asked to upgrade the protocol', true)),
  );
  message.on('error', reject);
  message.end(request.body);
  return promise;
};

const failure = (error: unknown, deadline: Deadline): OutboundError => {
  if (error instanceof OutboundError) return error;
  if (deadline.signal.aborted) return deadline.passed(true);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new OutboundError(
      'outbound.too_large',
      `the headers of the answer are larger than ${maxHeaderBytes} bytes`,
      true,
    );
  }
  return code.startsWith('HPE_')
    ? new OutboundError('outbound.answer_invalid', `the answer is not valid HTTP (${code})`, true)
    : new OutboundError('outbound.answer_lost', `the connection broke (${code})`, true);
};

const entityTag = (tag: string | undefined): Pick<OutboundResponse, 'etag'> =>
  tag !== undefined && /^(W\/)?"[\u0021\u0023-\u007e]*"$/.test(tag) ? { etag: tag } : {};

/**
 * Sends one request over an open connection and reads its answer. The deadline is checked once more just before
 * sending. Every later error has `sent: true`.
 */
export const exchange = async (
  socket: Socket,
  { request, headers }: { readonly request: OutboundRequest; readonly headers: Readonly<Record<string, string>> },
  { policy, deadline }: { readonly policy: OutboundPolicy; readonly deadline: Deadline },
): Promise<OutboundResponse> => {
  if (deadline.signal.aborted || deadline.remaining() <= 0) throw deadline.passed(false);
  const cut = (): unknown => socket.destroy();
  deadline.signal.addEventListener('abort', cut, { once: true });
  try {
    const answer = await answerTo(socket, request, headers);
    const received = responseHeaders(answer);
    const head = { status: answer.statusCode ?? 0, headers: received, ...entityTag(received['etag']) };
    if (request.answer === 'status') {
      // Only the status was asked for, so the connection is closed. The error of the unread body is ignored.
      answer.on('error', () => undefined);
      return { ...head, body: '' };
    }
    checkAnswer(head.status, head.headers, policy.maxBytes);
    return { ...head, body: await readBody(answer, policy.maxBytes) };
  } catch (error) {
    throw failure(error, deadline);
  } finally {
    deadline.signal.removeEventListener('abort', cut);
  }
};
