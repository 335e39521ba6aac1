import { lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { corpusLimits, snapshotIdOf, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { OutputRefused } from '../release/output-refused.ts';
import { isSnapshot } from './is-snapshot.ts';
import { locateMarkdown } from './markdown.ts';
import { CorpusRefused } from './refused.ts';
import { sourceFiles, type SourceFile } from './source-files.ts';
import { writeSnapshot, type CorpusDocument, type SnapshotOf } from './write-snapshot.ts';

/**
 * Makes the located text of a source that is not Markdown. The caller passes it in, because the registry must not
 * import adapters.
 * @throws Error with the reason why a source cannot be read
 */
export type LocateSource = (bytes: Uint8Array, mediaType: string) => Promise<LocatedText>;

export interface BuildOptions {
  readonly corpus: SnapshotOf;
  /** Path of the folder with the sources. */
  readonly directory: string;
  /** Path of the snapshot, or a function that makes the path from the snapshot's id. */
  readonly out: string | ((id: SnapshotId) => string);
  /** Path of a temporary file. It must be on the same disk as the snapshot, because it is renamed. */
  readonly work: string;
  readonly locate: LocateSource;
  readonly onProgress?: (progress: { readonly document: string; readonly done: number; readonly of: number }) => void;
}

export interface BuiltCorpus {
  readonly id: SnapshotId;
  readonly file: string;
  readonly documents: number;
  readonly passages: number;
  readonly sizeBytes: number;
}

/**
 * Builds a snapshot. The id of the snapshot is the hash of its bytes, and the same sources always give the same bytes.
 * @throws CorpusRefused if a source cannot be used, OutputRefused if another file is at the path of the snapshot
 */
export async function buildCorpus(options: BuildOptions): Promise<BuiltCorpus> {
  const { corpus, directory, work, onProgress } = options;
  if (typeof options.out === 'string') await mustBeSnapshot(options.out);
  const files = await sourceFiles(directory);
  const documents: CorpusDocument[] = [];
  for (const [i, file] of files.entries()) {
    documents.push({ name: file.name, located: await located(file, options.locate) });
    onProgress?.({ document: file.name, done: i + 1, of: files.length });
  }
  await mkdir(dirname(work), { recursive: true });
  try {
    const passages = await writeSnapshot(work, corpus, documents);
    const bytes = await readFile(work);
    if (bytes.byteLength > corpusLimits.snapshotBytes) {
      throw new CorpusRefused(
        `the snapshot has ${bytes.byteLength} bytes; at most ${corpusLimits.snapshotBytes} are allowed`,
        'Divide the corpus',
      );
    }
    const id = snapshotIdOf(sha256OfBytes(bytes));
    const file = typeof options.out === 'string' ? options.out : options.out(id);
    await mkdir(dirname(file), { recursive: true });
    await mustBeSnapshot(file);
    await rename(work, file);
    return { id, file, documents: documents.length, passages, sizeBytes: bytes.byteLength };
  } finally {
    await rm(work, { force: true });
  }
}

/** Rejects a path at which a file exists that is not an earlier snapshot, because it belongs to somebody else. */
async function mustBeSnapshot(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new OutputRefused(file, 'cannot be read');
  });
  if (found && !(found.isFile() && isSnapshot(file)))
    throw new OutputRefused(file, 'exists and is not a snapshot of a corpus');
}

async function located(file: SourceFile, locate: LocateSource): Promise<LocatedText> {
  const bytes = await file.read();
  const found =
    file.mediaType === 'text/markdown'
      ? locateMarkdown(file.name, bytes)
      : await told(file, locate(bytes, file.mediaType));
  if (!/[\p{L}\p{N}]/u.test(found.text)) {
    throw new CorpusRefused(`${file.name} has no text`, 'Remove it, or add a text layer');
  }
  if (!found.text.isWellFormed()) {
    throw new CorpusRefused(`the text of ${file.name} is not well-formed Unicode`, 'Save it as UTF-8');
  }
  return found;
}

async function told(file: SourceFile, locating: Promise<LocatedText>): Promise<LocatedText> {
  try {
    return await locating;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown';
    throw new CorpusRefused(`${file.name} cannot be read: ${why}`, 'Repair it, or remove it', { cause });
  }
}
