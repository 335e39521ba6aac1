import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isPlainText } from '../../contract/values/plain-text.ts';
import { listBelow, type FolderEntry } from '../files/list-folder.ts';
import { FileRefused } from '../files/file-refused.ts';
import { bytesOfFile } from '../files/regular-file.ts';
import { CorpusRefused } from './refused.ts';

/** Media types of the sources of a corpus, by the ending of the file name. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
};

const maxFileBytes = 20 * 1024 * 1024;
/** The most files below the folder of one corpus. */
const maxFiles = 20_000;
const maxNameUnits = 256;
/** Number of unusable files that an error names. */
const maxNamed = 20;

export interface SourceFile {
  /** Path below the folder of the corpus, with `/`. It is also the name of the document. */
  readonly name: string;
  readonly mediaType: string;
  read(): Promise<Uint8Array>;
}

/** Returns every file below a folder, sorted by name. @throws CorpusRefused naming the files that cannot be sources */
export async function sourceFiles(directory: string): Promise<readonly SourceFile[]> {
  const files = entriesBelow(directory);
  const strangers = files.filter(
    // People see the name of a document beside each passage, so it must have no characters that mislead them.
    ({ name, kind }) =>
      kind !== 'file' || mediaTypeOf(name) === undefined || name.length > maxNameUnits || !isPlainText(name),
  );
  if (strangers.length > 0) {
    const more = strangers.length - maxNamed;
    const names = strangers.slice(0, maxNamed).map(({ name }) => name);
    if (more > 0) names.push(`and ${more} more`);
    throw new CorpusRefused(
      `these files cannot be sources: ${names.join(', ')}`,
      `Use only plain files whose names have at most ${maxNameUnits} characters, none of them invisible, and end in ${Object.keys(mediaTypes).join(' ')}`,
    );
  }
  if (files.length === 0)
    throw new CorpusRefused(
      `the folder ${directory} has no source`,
      `Add files that end in ${Object.keys(mediaTypes).join(' ')}`,
    );
  return files.map(({ name }) => ({
    name: name.normalize('NFC'),
    mediaType: mediaTypeOf(name) ?? '',
    read: async () => bounded(join(directory, name), name),
  }));
}

const mediaTypeOf = (name: string): string | undefined => mediaTypes[extname(name).toLowerCase()];

function entriesBelow(directory: string): readonly FolderEntry[] {
  const found = refusable(directory, () => listBelow(directory, maxFiles));
  if (found.length > 0 || existsSync(directory)) return found;
  throw new CorpusRefused(`there is no folder ${directory}`, 'Use the path of the folder that has the sources');
}

/** Reads a source. A link is not followed, because its target may be outside of the folder. */
const bounded = (file: string, name: string): Uint8Array =>
  refusable(name, () => bytesOfFile(file, { maxBytes: maxFileBytes, links: 'refused' }));

function refusable<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof FileRefused)) throw cause;
    throw new CorpusRefused(`${name} ${cause.problem}`, cause.fix, { cause });
  }
}
