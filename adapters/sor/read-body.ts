import type { Readable } from 'node:stream';
import { unmarked, utf8Text } from '../../contract/values/utf8.ts';
import { OutboundError } from './outbound-error.ts';

/**
 * The body as text. It never holds more than `maxBytes` and one chunk. Bytes that are not UTF-8 are refused, not
 * replaced.
 */
export const readBody = async (answer: Readable, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new OutboundError('outbound.too_large', `the body is larger than ${maxBytes} bytes`, true);
    chunks.push(chunk);
  }
  const text = utf8Text(Buffer.concat(chunks, bytes));
  if (text === undefined) throw new OutboundError('outbound.encoding_refused', 'the body is not UTF-8', true);
  return unmarked(text);
};
