import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
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
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new CorpusRefused(`there is no folder ${directory}`, 'Use the path of the folder that has the sources', {
      cause,
    });
  });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, name: relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const strangers = files.filter(
    ({ entry, name }) => !entry.isFile() || mediaTypeOf(name) === undefined || name.length > maxNameUnits,
  );
  if (strangers.length > 0) {
    const more = strangers.length - maxNamed;
    const names = strangers.slice(0, maxNamed).map(({ name }) => name);
    if (more > 0) names.push(`and ${more} more`);
    throw new CorpusRefused(
      `these files cannot be sources: ${names.join(', ')}`,
      `Use only plain files with names of at most ${maxNameUnits} characters that end in ${Object.keys(mediaTypes).join(' ')}`,
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
    read: () => bounded(join(directory, name), name),
  }));
}

const mediaTypeOf = (name: string): string | undefined => mediaTypes[extname(name).toLowerCase()];

async function bounded(file: string, name: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > maxFileBytes) throw new CorpusRefused(`${name} is over 20 MB`, 'Divide it into smaller files');
  return readFile(file);
}
