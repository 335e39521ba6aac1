const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const mark = '\uFEFF';

/**
 * Bytes from outside as text, with their byte order mark. Undefined if they are not UTF-8 (RFC 3629): a lenient reader
 * would turn each wrong byte into U+FFFD, and two different texts into one.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A file's text without the byte order mark that some editors put first (RFC 3629, 6). The mark has no meaning. */
export const unmarked = (text: string): string => (text.startsWith(mark) ? text.slice(mark.length) : text);

/**
 * The number of the first line whose bytes are not UTF-8, from 1. A newline is one byte, and never part of another
 * character.
 */
export function lineNotUtf8(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || utf8Text(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}
