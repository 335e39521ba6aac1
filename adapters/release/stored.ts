import { Failure } from '../../contract/failures.ts';
import type { ContentReader } from '../../contract/rows/content.ts';
import { isKept } from '../../contract/rows/stored-release.ts';
import type { Library, Release } from '../../contract/system.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import type { Releases } from '../tables/releases.ts';
import { openManifest } from './open-manifest.ts';
import { checkedPart, checkedParts, type ReadPart } from './parts.ts';

export interface StoredLibraryOptions {
  readonly releases: Pick<Releases, 'find'>;
  readonly content: ContentReader;
  readonly now: () => number;
  /** The number of releases that are kept open. @default 16 */
  readonly most?: number;
}

/**
 * Opens the releases in the content store, by parts. Only a release with a row is opened, so nobody can add a release by
 * writing into the content store. The manifest and each part are checked against their digests.
 */
export function storedLibrary({ releases, content, now, most = 16 }: StoredLibraryOptions): Library {
  const parts = checkedParts(fromStore(content, 'parts'));
  const manifest = fromStore(content, 'releases');
  const opened = new Map<string, Promise<Release | undefined>>();
  const open = async (id: Hash): Promise<Release | undefined> => {
    // Both are read at the same time. The manifest counts only if the row exists.
    const [row, text] = await Promise.all([
      releases.find(id),
      checkedPart(manifest, id).catch((error: unknown) => error),
    ]);
    if (!row || !isKept(row, now())) return undefined;
    if (!(text instanceof Uint8Array)) throw text;
    return openManifest(id, Buffer.from(text).toString('utf8'), parts);
  };
  return {
    open: async (id) => {
      const known = opened.get(id);
      if (known) return known;
      const opening = open(id);
      if (opened.size >= most) opened.delete(opened.keys().next().value ?? '');
      opened.set(id, opening);
      const release = await opening.catch((error: unknown) => {
        opened.delete(id);
        throw error;
      });
      // A release that is not stored yet may be stored later.
      if (!release) opened.delete(id);
      return release;
    },
  };
}

/** Reads an area of the content store. A row names each object that is read, so a missing object is a fault. */
const fromStore =
  (content: ContentReader, area: 'parts' | 'releases'): ReadPart =>
  async (digest) => {
    const bytes = await content.get(area, digest);
    if (bytes === undefined)
      throw new Failure('dependency.unavailable', 'a part of the release is not in the content store');
    return bytes;
  };
