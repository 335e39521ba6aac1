import { UsageError } from '../lib/usage-error.ts';
import { textFile } from '../registry/files/text-file.ts';

/** Limit of a file that an operand names and that is read whole. */
const maxBytes = 256 * 1024 * 1024;

/** Reads the text of a file that an operand names. @throws FileRefused, or UsageError if the file is not UTF-8 */
export function textOperand(file: string): string {
  const read = textFile(file, { maxBytes });
  if ('notUtf8' in read) throw new UsageError(`${file}:${read.notUtf8}: the line is not UTF-8. Save the file as UTF-8`);
  return read.text;
}
