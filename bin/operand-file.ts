import { stat } from 'node:fs/promises';
import { UsageError } from '../lib/usage-error.ts';
import { textFile } from '../registry/tenant/text-file.ts';

/**
 * Checks that an operand names an existing regular file.
 * @param fix sentence that tells the user how to get the file; it ends the message if the file does not exist
 * @returns the file's size in bytes
 * @throws UsageError that says what the path is instead
 */
export async function mustBeFile(file: string, fix?: string): Promise<number> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new UsageError(`${file} does not exist${fix === undefined ? '' : `. ${fix}`}`, { cause });
  });
  if (!found.isFile())
    throw new UsageError(
      `${file} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}. Use the path of a file`,
    );
  return found.size;
}

/** Reads the text of a file that an operand names. @throws UsageError if it is not a file, cannot be read, or is not UTF-8 */
export async function textOperand(file: string): Promise<string> {
  await mustBeFile(file);
  const read = await textFile(file).catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be read. Check its permissions`, { cause });
  });
  if ('notUtf8' in read) throw new UsageError(`${file}:${read.notUtf8}: the line is not UTF-8. Save the file as UTF-8`);
  return read.text;
}
