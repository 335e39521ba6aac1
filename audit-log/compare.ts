import { entriesOf } from './entry-bundle.ts';
import type { LogObjects } from './store.ts';
import { tilePath, tilesBetween, tileWidth, type TileName } from './tile-path.ts';
import { hashesOf, LogDamaged } from './tree-writer.ts';

/** A copy of a log, with the number of entries that its checkpoint promises. */
export interface SizedCopy {
  readonly copy: Pick<LogObjects, 'get'>;
  readonly size: number;
}

/**
 * Returns the index of the first entry that differs between two copies of a log, among the entries that both promise.
 * The hashes of all entries are compared, and the text of those entries that both copies have. Undefined if all of them
 * are equal.
 * @throws LogDamaged if a tile is missing, or a tile or bundle is malformed
 */
export async function firstDifference(one: SizedCopy, other: SizedCopy): Promise<number | undefined> {
  for (const name of tilesBetween(0, 0, Math.min(one.size, other.size))) {
    const hashes = await Promise.all([one, other].map((copy) => hashesAt(copy, name)));
    const texts = await Promise.all([one, other].map((copy) => textsAt(copy, name)));
    const different = [differsAt(hashes, name.width), differsAt(texts, name.width)].filter((at) => at !== -1);
    if (different.length > 0) return name.index * tileWidth + Math.min(...different);
  }
  return undefined;
}

type Bytes = readonly Uint8Array[] | undefined;

/** Returns where two lists differ for the first time among their first `width` items; -1 if a list is missing. */
function differsAt([left, right]: readonly Bytes[], width: number): number {
  if (left === undefined || right === undefined) return -1;
  const isSame = (at: number): boolean => {
    const [a, b] = [left[at], right[at]];
    return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
  };
  return Array.from({ length: width }, (_, at) => at).findIndex((at) => !isSame(at));
}

/** Returns the name that a tile or bundle has in this copy. Only the last one of a copy is partial. */
const nameIn = ({ size }: SizedCopy, { index }: TileName, level: TileName['level']): TileName => ({
  level,
  index,
  width: Math.min(tileWidth, size - index * tileWidth),
});

async function hashesAt(of: SizedCopy, name: TileName): Promise<Bytes> {
  const own = nameIn(of, name, 0);
  const bytes = await of.copy.get(tilePath(own));
  if (bytes === undefined) throw new LogDamaged(`${tilePath(own)} is missing`);
  return hashesOf(own, bytes);
}

/** Returns the entries of a bundle. Undefined if the copy does not have the bundle, because it has only a span of time. */
async function textsAt(of: SizedCopy, name: TileName): Promise<Bytes> {
  const path = tilePath(nameIn(of, name, 'entries'));
  const bytes = await of.copy.get(path);
  if (bytes === undefined) return undefined;
  const entries = entriesOf(bytes);
  if (entries === undefined) throw new LogDamaged(`${path} is malformed`);
  return entries;
}
