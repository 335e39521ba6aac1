import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileRefused } from './file-refused.ts';

/**
 * Writes a file one level below a folder, through a new file that is renamed. So the file is complete or absent, and what
 * a link at its place points to is not written.
 * @param file path below the folder, such as `reports/tool.json`
 * @throws FileRefused if the file's own folder is not a folder, such as a link to another place
 */
export async function writeInside(folder: string, file: string, text: string): Promise<void> {
  await mustBeOwnFolder(join(folder, dirname(file)));
  const partial = join(folder, `${file}.${process.pid}.partial`);
  try {
    await writeFile(partial, text, { flag: 'wx' });
    await rename(partial, join(folder, file));
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Writes a new file in the same way. @returns false if something is at its place already
 * @throws FileRefused as `writeInside` does
 */
export async function writeNewInside(folder: string, file: string, text: string): Promise<boolean> {
  await mustBeOwnFolder(join(folder, dirname(file)));
  try {
    await writeFile(join(folder, file), text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function mustBeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(() => {}); // What is there instead is reported below.
  if (!(await lstat(folder)).isDirectory())
    throw new FileRefused(folder, { problem: 'is not a folder', fix: 'Remove it, and run the command again' });
}
