const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const mark = '\uFEFF';

/**
 * Decodes bytes from outside as UTF-8 (RFC 3629) and keeps a byte order mark. Undefined if they are not UTF-8. A
 * lenient decoder would replace each wrong byte by U+FFFD, so two different inputs could become the same text.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Removes the byte order mark that some editors write at the beginning of a file (RFC 3629, 6). The mark has no
 * meaning.
 */
export const unmarked = (text: string): string => (text.startsWith(mark) ? text.slice(mark.length) : text);

/**
 * Returns the number of the first line whose bytes are not UTF-8, counted from 1. Lines can be split at newline bytes,
 * because a newline is never part of another character in UTF-8.
 */
export function lineNotUtf8(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || utf8Text(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}
