import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportTarget } from '../../audit-log/export.ts';
import type { LogCopy } from '../../audit-log/verify.ts';
import { FileRefused } from '../../registry/files/file-refused.ts';
import { listFolder } from '../../registry/files/list-folder.ts';
import { bytesOfFile, mustBeRegularFile } from '../../registry/files/regular-file.ts';

/** A copy may come from anybody. No object of a log is nearly as large as this limit. */
const rules = { maxBytes: 64 * 1024 * 1024, links: 'refused' } as const;
const maxCheckpoints = 5_000_000;

/** Opens a folder as a copy of the audit log. Each object of the log is a file with the same path. */
export const logFolder = (folder: string): LogCopy & ExportTarget => ({
  get: async (path) => orNothing(() => bytesOfFile(join(folder, path), rules)),
  has: async (path) => orNothing(() => mustBeRegularFile(join(folder, path), rules)) !== undefined,
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
const sizesIn = async (folder: string): Promise<readonly number[]> =>
  listFolder(folder, maxCheckpoints)
    .map(({ name }) => name)
    .filter((name) => /^[0-9]{16}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileRefused && error.missing) return undefined;
    throw error;
  }
}
