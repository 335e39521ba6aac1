/** A text in the form in which patterns are matched, and the place of each of its UTF-16 units in the original. */
export interface AsWritten {
  readonly text: string;
  /**
   * Returns the offset in the original at which unit `i` begins. If `i` is `text.length`, returns the end of the
   * original.
   */
  at(i: number): number;
}

const special = /[\p{M}\u00a0\u2007\u202f\u2010-\u2013\u2212\u00ad\u200b\r]/u;
const cluster = /[^\p{M}]\p{M}+|\r\n|[\s\S]/gu;

/**
 * Normalizes differences that a reader does not see and an author of patterns does not expect. Letters are composed
 * with their marks (NFC), all hyphens and minus signs become `-`, all spaces within a line become ` `, CRLF becomes one
 * line break, and soft hyphens are removed.
 */
export function asWritten(original: string): AsWritten {
  if (!special.test(original)) return { text: original, at: (i) => i };
  const parts: string[] = [];
  const places: number[] = [];
  for (const { 0: written, index } of original.matchAll(cluster)) {
    const part = plain(written);
    for (let unit = 0; unit < part.length; unit++) places.push(index);
    parts.push(part);
  }
  return { text: parts.join(''), at: (i) => places[i] ?? original.length };
}

function plain(written: string): string {
  if (/^[\u2010-\u2013\u2212]$/.test(written)) return '-';
  if (/^[\u00a0\u2007\u202f]$/.test(written)) return ' ';
  if (written === '\u00ad' || written === '\u200b') return '';
  if (written === '\r\n') return '\n';
  return written.length === 1 ? written : written.normalize('NFC');
}
