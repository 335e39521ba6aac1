import { basename, dirname, join } from 'node:path';
import { FileRefused } from '../files/file-refused.ts';
import { listFolder, type FolderEntry } from '../files/list-folder.ts';
import { textFile } from '../files/text-file.ts';
import type { Problem } from './problem.ts';

/** Limits of a tenant's folder. They are far above what a tenant needs: a thousand tools are about 10 000 files. */
export const folderLimits = { files: 20_000, fileBytes: 4 * 1024 * 1024, bytes: 256 * 1024 * 1024 } as const;

/**
 * The folder of one tenant. It follows no symbolic link, reads only regular files, and stops at its limits. What it did not
 * read is reported as a problem.
 */
export class TenantFolder {
  readonly #root: string;
  readonly #problems: Problem[];
  /** Entries of the folders that were listed, by folder. */
  readonly #listed = new Map<string, ReadonlyMap<string, FolderEntry>>();
  /** Entries that were reported and not read. */
  readonly #notRead = new Set<string>();
  #files = 0;
  #bytes = 0;

  constructor(root: string, problems: Problem[]) {
    this.#root = root;
    this.#problems = problems;
  }

  /** Returns the files and folders in a folder below the root (`.` is the root). Others are reported, not returned. */
  entries(folder: string): readonly FolderEntry[] {
    return [...this.#entriesOf(folder).values()];
  }

  #entriesOf(folder: string): ReadonlyMap<string, FolderEntry> {
    const known = this.#listed.get(folder);
    if (known) return known;
    const entries = this.#isFolder(folder) ? this.#list(folder) : [];
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.#listed.set(folder, byName);
    return byName;
  }

  /** Reads a file. A line that is not UTF-8 is reported, because its replacement could change a rule. */
  text(file: string): string | undefined {
    if (this.#entriesOf(dirname(file)).get(basename(file))?.kind !== 'file') {
      if (!this.#notRead.has(file)) this.report(file, { message: 'the file is missing', fix: 'Add the file' });
      return undefined;
    }
    const read = this.#refusable(file, () => textFile(join(this.#root, file), this.#rules()));
    if (read === undefined) return undefined;
    if ('notUtf8' in read) {
      this.report(file, { line: read.notUtf8, message: 'the line is not UTF-8', fix: 'Save the file as UTF-8' });
      return undefined;
    }
    this.#bytes += Buffer.byteLength(read.text);
    return read.text;
  }

  /** A link to a folder is no folder here, so nothing behind it is listed or read. */
  #isFolder(folder: string): boolean {
    return folder === '.' || this.#entriesOf(dirname(folder)).get(basename(folder))?.kind === 'folder';
  }

  #list(folder: string): readonly FolderEntry[] {
    const left = folderLimits.files - this.#files;
    const found = this.#refusable(folder, () => listFolder(join(this.#root, folder), left)) ?? [];
    this.#files += found.length;
    return found.filter(({ name, kind }) => {
      if (kind === 'file' || kind === 'folder') return true;
      const file = folder === '.' ? name : `${folder}/${name}`;
      this.#notRead.add(file);
      this.report(file, notRead[kind]);
      return false;
    });
  }

  report(file: string, { line = 1, message, fix }: { line?: number; message: string; fix: string }): void {
    this.#problems.push({ file, line, column: 1, message, fix });
  }

  #rules() {
    const left = folderLimits.bytes - this.#bytes;
    return left < folderLimits.fileBytes
      ? { ...fileRules, maxBytes: left, ifTooLarge: `A tenant may have ${folderLimits.bytes} bytes in all` }
      : fileRules;
  }

  #refusable<T>(file: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.report(file, { message: `it ${error.problem}, so it was not read`, fix: error.fix });
      return undefined;
    }
  }
}

const notRead = {
  link: {
    message: 'it is a symbolic link, so it was not read: its target may be outside of the folder of the tenant',
    fix: 'Put the file or folder itself in its place',
  },
  other: { message: 'it is a pipe, a socket or a device, so it was not read', fix: 'Remove it' },
} as const;

const fileRules = {
  maxBytes: folderLimits.fileBytes,
  links: 'refused',
  ifTooLarge: 'Divide it into smaller files',
} as const;
