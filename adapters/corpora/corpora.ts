import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentReader } from '../../contract/rows/content.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { snapshotDigest, type Corpora, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import type { Head } from '../../contract/system.ts';
import { requireFts5 } from './fts5.ts';
import { openSnapshot, type OpenSnapshot } from './sqlite-snapshot.ts';

/**
 * The most snapshots that a worker keeps open. A run uses the snapshot that was in force when it was opened, for up to
 * a week.
 */
const mostOpen = 4;

export interface CorporaOptions {
  readonly head: Head;
  readonly content: ContentReader;
  /** The folder for downloaded snapshot files. Other workers may share it, and files in it may disappear. */
  readonly directory: string;
}

/**
 * Opens corpus snapshots by id. A worker fetches each snapshot once, checks its bytes against the digest in the id, and
 * opens the file read-only.
 * @throws Error if the SQLite of this runtime has no FTS5
 */
export function corpora({ head, content, directory }: CorporaOptions): Corpora {
  requireFts5();
  const kept = new Map<SnapshotId, Promise<OpenSnapshot | undefined>>();

  const fileOf = (digest: string): string => join(directory, `${digest}.sqlite`);

  async function load(id: SnapshotId, digest: string): Promise<OpenSnapshot | undefined> {
    const file = fileOf(digest);
    const there = await readFile(file).catch(() => undefined);
    if (there && sha256OfBytes(there) === digest) return openSnapshot(file, id);
    const bytes = await content.get('corpora', digest);
    if (!bytes || sha256OfBytes(bytes) !== digest) return undefined;
    await place(file, bytes);
    return openSnapshot(file, id);
  }

  /**
   * Writes the file under a temporary name and then renames it, so that another worker never opens an incomplete file.
   */
  async function place(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(directory, { recursive: true });
    const beside = `${file}.${newUuid()}`;
    await writeFile(beside, bytes, { mode: 0o600 });
    await rename(beside, file);
  }

  function once(id: SnapshotId, digest: string): Promise<OpenSnapshot | undefined> {
    const known = kept.get(id);
    const opening = known ?? load(id, digest);
    kept.delete(id);
    kept.set(id, opening);
    // A missing snapshot may be published later and a failed read may succeed later, so neither is kept.
    if (!known) opening.then((snapshot) => snapshot ?? kept.delete(id)).catch(() => kept.delete(id));
    return opening;
  }

  /**
   * Forgets the snapshots that were not used for the longest time. A call that still reads the file of a forgotten
   * snapshot can finish, because the system deletes an open file only after it is closed.
   */
  async function dropOldest(): Promise<void> {
    for (const id of [...kept.keys()].slice(0, -mostOpen)) {
      kept.delete(id);
      await rm(fileOf(snapshotDigest(id) ?? id), { force: true });
    }
  }

  return {
    current: async (corpus) => {
      const { corpora: inForce } = await head.current();
      return inForce?.[corpus];
    },
    open: async (corpus, id) => {
      const digest = snapshotDigest(id);
      if (digest === undefined) return undefined;
      const snapshot = await once(id, digest);
      await dropOldest();
      // A corpus declares the markings of its snapshots. A snapshot of another corpus is refused, because it would be
      // read under the wrong markings.
      return snapshot?.corpus === corpus ? snapshot : undefined;
    },
  };
}
