import { readFile } from 'node:fs/promises';
import { lineNotUtf8, unmarked, utf8Text } from '../../contract/values/utf8.ts';

/** A file as text, without its byte order mark; or its first line that is no UTF-8. @throws Error as `readFile` does */
export async function textFile(file: string): Promise<{ readonly text: string } | { readonly notUtf8: number }> {
  const bytes = await readFile(file);
  const text = utf8Text(bytes);
  return text === undefined ? { notUtf8: lineNotUtf8(bytes) } : { text: unmarked(text) };
}
