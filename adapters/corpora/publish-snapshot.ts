import { readFile } from 'node:fs/promises';
import { sha256OfBytes, type ContentWriter } from '../../contract/rows/content.ts';
import { corpusLimits, snapshotIdOf, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import type { HeadWriter } from '../tables/head.ts';
import { openSnapshot } from './sqlite-snapshot.ts';

const maxAttempts = 8;

/** Thrown if a snapshot file must not be published. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

export interface PublishedSnapshot {
  readonly corpus: string;
  readonly snapshot: SnapshotId;
  /** The snapshot that was in force before. Undefined if there was none. */
  readonly replaces: SnapshotId | undefined;
  /** False if this snapshot was already in force. */
  readonly moved: boolean;
}

/**
 * Stores a snapshot in the content store and then puts it in force by one conditional write to the head. Runs that are
 * opened afterwards pin the new snapshot; open runs keep theirs.
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
    throw new SnapshotRefused(
      `${file} is not a corpus snapshot that this version of the platform can search. Build it again`,
    );
  if (bytes.byteLength > corpusLimits.snapshotBytes)
    throw new SnapshotRefused(`${file} is larger than 64 MB. Divide the corpus`);
  await content.put('corpora', digest, bytes);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await head.read();
    if (!state) throw new SnapshotRefused('no release is in force in this deployment. Run cdk deploy first');
    const replaces = state.corpora?.[corpus];
    if (replaces === snapshot) return { corpus, snapshot, replaces, moved: false };
    const next = { ...state, corpora: { ...state.corpora, [corpus]: snapshot } };
    if ((await head.write(next, version)) === 'written') return { corpus, snapshot, replaces, moved: true };
  }
  throw new SnapshotRefused('other changes to the head prevented each attempt. Publish the snapshot again');
}
