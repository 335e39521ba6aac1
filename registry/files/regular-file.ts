import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  type ReadStream,
  type Stats,
} from 'node:fs';
import { FileRefused } from './file-refused.ts';

export interface FileRules {
  /** Limit of the file in bytes. */
  readonly maxBytes: number;
  /**
   * Handling of symbolic links. A user may name a link on the command line. A folder that others have filled must not
   * have a link, because its target may be outside of the folder.
   * @default 'followed'
   */
  readonly links?: 'followed' | 'refused';
  /** Next step if the file does not exist. */
  readonly ifMissing?: string;
  /** Next step if the file is larger than the limit. */
  readonly ifTooLarge?: string;
}

// Opening a pipe without this flag waits for a writer.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Checks that a path names a regular file. @returns its size in bytes
 * @throws FileRefused that says what the path is instead
 */
export function mustBeRegularFile(
  file: string,
  { links = 'followed', ifMissing }: Omit<FileRules, 'maxBytes'> = {},
): number {
  const stats = told(file, () => (links === 'followed' ? statSync : lstatSync)(file), ifMissing);
  return mustBeRegular(file, stats);
}

function mustBeRegular(file: string, stats: Stats): number {
  if (stats.isFile()) return stats.size;
  if (stats.isSymbolicLink())
    throw new FileRefused(file, {
      problem: 'is a symbolic link, which is not followed',
      fix: 'Put the file itself in its place',
    });
  const problem = stats.isDirectory() ? 'is a folder' : 'is not a regular file';
  throw new FileRefused(file, { problem, fix: 'Use the path of a file' });
}

/** Opens a regular file. The check is repeated on what was opened, because the path may have changed since. */
function opened(file: string, rules: Omit<FileRules, 'maxBytes'>): number {
  mustBeRegularFile(file, rules);
  const noFollow = rules.links === 'refused' ? (constants.O_NOFOLLOW ?? 0) : 0;
  const descriptor = told(file, () => openSync(file, openFlags | noFollow), rules.ifMissing);
  try {
    mustBeRegular(file, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Reads a regular file whole. It waits for no pipe and no device, and never holds more than the limit.
 * @throws FileRefused
 */
export function bytesOfFile(file: string, rules: FileRules): Buffer {
  // A tenant has many small files, so a promise for each would cost more than synchronous reads.
  const descriptor = opened(file, rules);
  try {
    return read(file, descriptor, rules);
  } finally {
    closeSync(descriptor);
  }
}

function read(
  file: string,
  descriptor: number,
  { maxBytes, ifTooLarge = 'Divide it into smaller files' }: FileRules,
): Buffer {
  const tooLarge = (has: string): FileRefused =>
    new FileRefused(file, { problem: `has ${has} bytes; at most ${maxBytes} are allowed`, fix: ifTooLarge });
  const { size } = fstatSync(descriptor);
  if (size > maxBytes) throw tooLarge(String(size));
  // One byte more than the size, so that the end of the file is seen in one read.
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const more = told(file, () => readSync(descriptor, bytes, length, bytes.byteLength - length, null));
    if (more === 0) return bytes.subarray(0, length);
    length += more;
    if (length > maxBytes) throw tooLarge(`over ${maxBytes}`);
    // The file has grown, or is one of the system's files that have no size.
    if (length === bytes.byteLength) bytes = Buffer.concat([bytes], Math.min(2 * length + 4096, maxBytes + 1));
  }
}

/** Opens a regular file of any size as a stream. @throws FileRefused */
export const streamOfFile = (file: string): ReadStream => createReadStream(file, { fd: opened(file, {}) });

function told<T>(file: string, work: () => T, ifMissing = 'Check the path'): T {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const wrong = missing
      ? { problem: 'does not exist', fix: ifMissing, missing }
      : { problem: 'cannot be read', fix: 'Check its permissions' };
    throw new FileRefused(file, wrong, { cause });
  }
}
