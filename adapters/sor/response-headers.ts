import type { IncomingMessage } from 'node:http';
import { OutboundError } from './outbound-error.ts';

export const responseHeaders = (answer: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/**
 * Checks the status and headers of an answer before its body is read. It refuses a redirect (3xx except 304, which
 * answers `If-None-Match`), a content encoding, and a declared length over the limit.
 * @throws OutboundError
 */
export const checkAnswer = (status: number, headers: Readonly<Record<string, string>>, maxBytes: number): void => {
  if (status >= 300 && status < 400 && status !== 304) {
    throw new OutboundError(
      'outbound.redirect_refused',
      `the server answered with a redirect, which is not followed: status ${status}`,
      true,
    );
  }
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (coding !== 'identity' || transfer !== 'chunked') {
    throw new OutboundError(
      'outbound.encoding_refused',
      'the body of the answer has a content encoding, which is not accepted',
      true,
    );
  }
  if (status !== 304 && Number(headers['content-length'] ?? 0) > maxBytes) {
    throw new OutboundError('outbound.too_large', `the body of the answer is larger than ${maxBytes} bytes`, true);
  }
};
