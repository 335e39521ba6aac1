import type { Readable } from 'node:stream';
import { unmarked, utf8Text } from '../../contract/values/utf8.ts';
import { OutboundError } from './outbound-error.ts';

/**
 * Reads the body as text. It never keeps more than `maxBytes` and one chunk. Bytes that are not UTF-8 are refused, not
 * replaced.
 * @throws OutboundError
 */
export const readBody = async (answer: Readable, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new OutboundError('outbound.too_large', `the body of the answer is larger than ${maxBytes} bytes`, true);
    chunks.push(chunk);
  }
  const text = utf8Text(Buffer.concat(chunks, bytes));
  if (text === undefined)
    throw new OutboundError('outbound.encoding_refused', 'the body of the answer is not valid UTF-8', true);
  return unmarked(text);
};
