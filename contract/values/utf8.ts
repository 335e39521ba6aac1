const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const mark = '\uFEFF';

/**
 * Bytes that came from outside as text, its byte order mark included. Undefined where they are no UTF-8 (RFC 3629): read
 * leniently, each wrong byte would become U+FFFD, and two different texts one.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A file's text without the byte order mark that some editors put first (RFC 3629, 6): it says nothing. */
export const unmarked = (text: string): string => (text.startsWith(mark) ? text.slice(mark.length) : text);

/** The first line whose bytes are no UTF-8, counted from 1; a newline is one byte, and never within a character. */
export function lineNotUtf8(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || utf8Text(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}
