import { stat } from 'node:fs/promises';
import { UsageError } from '../lib/usage-error.ts';
import { textFile } from '../registry/tenant/text-file.ts';

/**
 * What a command was given as a file is one.
 * @param fix where one comes from
 * @returns its size in bytes
 * @throws UsageError saying what it is instead
 */
export async function mustBeFile(file: string, fix?: string): Promise<number> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new UsageError(`${file} does not exist${fix === undefined ? '' : `. ${fix}`}`, { cause });
  });
  if (!found.isFile())
    throw new UsageError(`${file} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}. Name a file`);
  return found.size;
}

/** The text of a file that a command was given. @throws UsageError where it is no file, cannot be read, or is not UTF-8 */
export async function textOperand(file: string): Promise<string> {
  await mustBeFile(file);
  const read = await textFile(file).catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be read. Check its permissions`, { cause });
  });
  if ('notUtf8' in read) throw new UsageError(`${file}:${read.notUtf8}: is not UTF-8. Save it as UTF-8`);
  return read.text;
}
