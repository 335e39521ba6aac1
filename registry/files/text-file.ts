import { lineNotUtf8, unmarked, utf8Text } from '../../contract/values/utf8.ts';
import { bytesOfFile, type FileRules } from './regular-file.ts';

/**
 * Reads a regular file as text, without its byte order mark. If the file is not UTF-8, the function returns the number of
 * the first bad line.
 * @throws FileRefused
 */
export function textFile(file: string, rules: FileRules): { readonly text: string } | { readonly notUtf8: number } {
  const bytes = bytesOfFile(file, rules);
  const text = utf8Text(bytes);
  return text === undefined ? { notUtf8: lineNotUtf8(bytes) } : { text: unmarked(text) };
}
