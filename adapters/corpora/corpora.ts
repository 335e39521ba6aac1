import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentReader } from '../../contract/rows/content.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { snapshotDigest, type Corpora, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import type { Head } from '../../contract/system.ts';
import { requireFts5 } from './fts5.ts';
import { openSnapshot, type OpenSnapshot } from './sqlite-snapshot.ts';

/** Runs that opened before a publication search what stood before it, for a week at most. */
const mostOpen = 4;

export interface CorporaOptions {
  readonly head: Head;
  readonly content: ContentReader;
  /** Where files stand while they are searched; may be shared with other workers, may be lost. */
  readonly directory: string;
}

/**
 * Snapshots by id: fetched once a worker, held against the digest that the id is, opened read only.
 * @throws Error where the runtime has no FTS5
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

  /** Beside and then into place: another worker never opens half a file. */
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
    // What is not there may be published yet; what failed may be answered next time.
    if (!known) opening.then((snapshot) => snapshot ?? kept.delete(id)).catch(() => kept.delete(id));
    return opening;
  }

  /** A call that still reads one goes on: its file ends with the last who has it open. */
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
      // Its corpus says under which markings it is read: under another name it is not read at all.
      return snapshot?.corpus === corpus ? snapshot : undefined;
    },
  };
}
