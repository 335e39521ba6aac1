import { decode, markedCharset } from './charset.ts';
import { mustBeText } from './magic.ts';

/** Decodes the text of a text format, and makes it well-formed. @throws SourceRefused */
export function textOf(bytes: Uint8Array, charset: string | undefined): string {
  const isWide = (markedCharset(bytes) ?? charset?.toLowerCase() ?? '').startsWith('utf-16');
  mustBeText(bytes, isWide);
  return decode(bytes, charset).toWellFormed();
}
