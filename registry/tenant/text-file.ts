import { readFileSync } from 'node:fs';
import { lineNotUtf8, unmarked, utf8Text } from '../../contract/values/utf8.ts';

/**
 * Reads a file as text, without its byte order mark. If the file is not UTF-8, the function returns the number of the
 * first bad line.
 * @throws Error of `readFileSync`
 */
export async function textFile(file: string): Promise<{ readonly text: string } | { readonly notUtf8: number }> {
  // A tenant has many small files, so a promise for each would cost more than a synchronous read.
  const bytes = readFileSync(file);
  const text = utf8Text(bytes);
  return text === undefined ? { notUtf8: lineNotUtf8(bytes) } : { text: unmarked(text) };
}
