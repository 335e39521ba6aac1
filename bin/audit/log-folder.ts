import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportTarget } from '../../audit-log/export.ts';
import type { LogCopy } from '../../audit-log/verify.ts';

/** Opens a folder as a copy of the audit log. Each object of the log is a file with the same path. */
export const logFolder = (folder: string): LogCopy & ExportTarget => ({
  get: (path) => orNothing(readFile(join(folder, path))),
  has: async (path) => (await orNothing(stat(join(folder, path)))) !== undefined,
  async put(path, bytes) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    // A half-written file would look like a damaged log, so the file gets its name only when it is complete.
    const partial = `${file}.partial`;
    await writeFile(partial, bytes);
    await rename(partial, file);
  },
  keptCheckpoints: () => sizesIn(join(folder, 'checkpoints')),
  keptCosignatures: () => sizesIn(join(folder, 'cosignatures')),
});

/** Returns the sizes in the names of a folder's files, in ascending order. */
async function sizesIn(folder: string): Promise<readonly number[]> {
  const names = (await orNothing(readdir(folder))) ?? [];
  return names
    .filter((name) => /^[0-9]{16}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
