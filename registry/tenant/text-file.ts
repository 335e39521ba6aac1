import { readFileSync } from 'node:fs';
import { lineNotUtf8, unmarked, utf8Text } from '../../contract/values/utf8.ts';

/** A file as text, without its byte order mark; or its first line that is no UTF-8. @throws Error as `readFileSync` does */
export async function textFile(file: string): Promise<{ readonly text: string } | { readonly notUtf8: number }> {
  // A tenant is many small files: a promise for each costs more than the read.
  const bytes = readFileSync(file);
  const text = utf8Text(bytes);
  return text === undefined ? { notUtf8: lineNotUtf8(bytes) } : { text: unmarked(text) };
}
