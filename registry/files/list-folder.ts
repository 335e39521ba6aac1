import { opendirSync, type Dir, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { FileRefused } from './file-refused.ts';

export interface FolderEntry {
  readonly name: string;
  /** `other` is a pipe, a socket or a device. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/**
 * Lists a folder, sorted by name. It follows no link, and stops at the limit. A folder that does not exist has no entries.
 * @throws FileRefused if the folder has more entries than the limit or cannot be read
 */
export function listFolder(folder: string, maxEntries: number): readonly FolderEntry[] {
  const directory = openedFolder(folder);
  const entries: FolderEntry[] = [];
  try {
    for (let one = directory?.readSync(); one; one = directory?.readSync()) {
      if (entries.length === maxEntries) throw tooMany(folder, maxEntries);
      entries.push({ name: one.name, kind: kindOf(one) });
    }
  } finally {
    directory?.closeSync();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function openedFolder(folder: string): Dir | undefined {
  try {
    return opendirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined;
    throw new FileRefused(folder, { problem: 'cannot be read', fix: 'Check its permissions' }, { cause });
  }
}

const kindOf = (entry: Dirent): FolderEntry['kind'] => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
};

/** Lists every entry below a folder that is not a folder, with its path below the folder. @throws FileRefused */
export function listBelow(folder: string, maxEntries: number): readonly FolderEntry[] {
  const found: FolderEntry[] = [];
  const folders = [''];
  let seen = 0;
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    const entries = listFolder(join(folder, below), maxEntries - seen);
    seen += entries.length;
    for (const { name, kind } of entries) {
      const path = below === '' ? name : `${below}/${name}`;
      if (kind === 'folder') folders.push(path);
      else found.push({ name: path, kind });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const tooMany = (folder: string, maxEntries: number): FileRefused =>
  new FileRefused(folder, {
    problem: `has more than ${maxEntries} files and folders`,
    fix: 'Remove what does not belong there, or divide it',
  });
