import { SourceRefused } from './source-refused.ts';

/** The charset labels that are accepted, with their names in the Encoding Standard. */
const charsets: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1254': 'windows-1254',
  cp1254: 'windows-1254',
  'iso-8859-9': 'windows-1254',
  latin5: 'windows-1254',
  'windows-1252': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  cp1252: 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  latin9: 'iso-8859-15',
  'windows-1250': 'windows-1250',
  cp1250: 'windows-1250',
  'iso-8859-2': 'iso-8859-2',
  latin2: 'iso-8859-2',
};

const marks: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding that a byte order mark names, or undefined if there is none. */
export const markedCharset = (bytes: Uint8Array): string | undefined =>
  marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];

/**
 * Decodes bytes by their byte order mark, or else by the declared charset, or else as UTF-8. The charset is never
 * guessed from the bytes, because a wrong guess replaces letters and nobody notices.
 * @throws SourceRefused `source.unsupported` for an unknown charset, `source.corrupt` for bytes that are malformed in
 * the charset
 */
export function decode(bytes: Uint8Array, declared: string | undefined): string {
  const label = markedCharset(bytes) ?? declared?.toLowerCase() ?? 'utf-8';
  const name = Object.hasOwn(charsets, label) ? charsets[label] : undefined;
  if (name === undefined)
    throw new SourceRefused(
      'source.unsupported',
      `the charset is not supported. Declare one of: ${Object.keys(charsets).join(', ')}`,
    );
  try {
    // The decoder leaves out the byte order mark, which is not part of the text.
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    throw new SourceRefused(
      'source.corrupt',
      `the bytes are not valid ${name}. Declare the charset in which the text is written`,
    );
  }
}
