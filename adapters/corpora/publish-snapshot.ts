import { readFile } from 'node:fs/promises';
import { sha256OfBytes, type ContentWriter } from '../../contract/rows/content.ts';
import { corpusLimits, snapshotIdOf, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import type { HeadWriter } from '../tables/head.ts';
import { openSnapshot } from './sqlite-snapshot.ts';

const maxAttempts = 8;

/** A file that must not be put in force. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

export interface PublishedSnapshot {
  readonly corpus: string;
  readonly snapshot: SnapshotId;
  /** What was in force before; undefined where nothing was. */
  readonly replaces: SnapshotId | undefined;
  /** False where it was in force already. */
  readonly moved: boolean;
}

/**
 * Puts a snapshot into the content store and moves the head by one conditional write: runs that open from now on pin it,
 * those that are open keep theirs. Nothing is in force before its bytes stand.
 * @throws SnapshotRefused, Failure as the stores do
 */
export async function publishSnapshot(
  file: string,
  { content, head }: { readonly content: ContentWriter; readonly head: HeadWriter },
): Promise<PublishedSnapshot> {
  const bytes = await readFile(file);
  const digest = sha256OfBytes(bytes);
  const snapshot = snapshotIdOf(digest);
  const corpus = openSnapshot(file, snapshot)?.corpus;
  if (corpus === undefined)
    throw new SnapshotRefused(`${file} is no snapshot that this build can search: build it anew`);
  if (bytes.byteLength > corpusLimits.snapshotBytes)
    throw new SnapshotRefused(`${file} is over 64 MB: divide the corpus`);
  await content.put('corpora', digest, bytes);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await head.read();
    if (!state) throw new SnapshotRefused('no release is in force there: deploy first');
    const replaces = state.corpora?.[corpus];
    if (replaces === snapshot) return { corpus, snapshot, replaces, moved: false };
    const next = { ...state, corpora: { ...state.corpora, [corpus]: snapshot } };
    if ((await head.write(next, version)) === 'written') return { corpus, snapshot, replaces, moved: true };
  }
  throw new SnapshotRefused('the head keeps changing: publish again');
}
