import { isSameHash, type NodeHash } from './merkle.ts';
import type { LogObjects } from './store.ts';
import { tilePath, tilesBetween } from './tile-path.ts';
import { hashesOf, LogDamaged } from './tree-writer.ts';

type Copy = Pick<LogObjects, 'get'>;

/**
 * Returns the index of the first entry that differs between two copies of a log, among their first `size` entries.
 * Undefined if all of them are equal.
 * @throws LogDamaged if a tile is missing or malformed
 */
export async function firstDifference(one: Copy, other: Copy, size: number): Promise<number | undefined> {
  for (const name of tilesBetween(0, 0, size)) {
    const [left, right] = await Promise.all(
      [one, other].map(async (copy) => hashesOf(name, await mustRead(copy, tilePath(name)))),
    );
    const at = left?.findIndex((hash, index) => !isSameHash(hash, right?.[index] as NodeHash)) ?? -1;
    if (at !== -1) return name.index * 256 + at;
  }
  return undefined;
}

async function mustRead(copy: Copy, path: string): Promise<Uint8Array> {
  const bytes = await copy.get(path);
  if (bytes === undefined) throw new LogDamaged(`${path} is missing`);
  return bytes;
}
