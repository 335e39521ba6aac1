import { bundleOf, entriesOf } from './entry-bundle.ts';
import { leafHash, rootOfLeaves, type NodeHash } from './merkle.ts';
import type { LogObjects } from './store.ts';
import { levelSize, levelsOf, tilePath, tilesBetween, tileWidth, type TileName } from './tile-path.ts';

/** Error: an object of the log is missing or damaged, so nothing is derived from it. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

type Objects = Pick<LogObjects, 'get' | 'put'>;

/**
 * Writes the bundles and tiles that `entries` add to a tree of `size` entries. The bytes of each path follow from the
 * entries alone, so writing them again, or twice at the same time, changes nothing.
 * @throws LogDamaged if the last partial tile or bundle is missing or malformed
 */
export async function writeTree(objects: Objects, size: number, entries: readonly Uint8Array[]): Promise<void> {
  const to = size + entries.length;
  await writeBundles(objects, size, entries);
  let added: readonly NodeHash[] = entries.map(leafHash);
  for (const level of levelsOf(to)) added = await writeLevel(objects, { level, from: levelSize(size, level) }, added);
}

async function writeBundles(objects: Objects, from: number, entries: readonly Uint8Array[]): Promise<void> {
  const kept = await keptEntries(objects, from);
  for (const name of tilesBetween('entries', from, from + entries.length)) {
    const all = itemsOf(name, { from, kept, added: entries });
    await objects.put(tilePath(name), bundleOf(all));
  }
}

/** Writes the tiles of one level. Returns the hashes that its full tiles add to the level above. */
async function writeLevel(
  objects: Objects,
  { level, from }: { readonly level: number; readonly from: number },
  added: readonly NodeHash[],
): Promise<readonly NodeHash[]> {
  const above: NodeHash[] = [];
  const kept = await keptHashes(objects, level, from);
  for (const name of tilesBetween(level, from, from + added.length)) {
    const hashes = itemsOf(name, { from, kept, added });
    await objects.put(tilePath(name), Buffer.concat(hashes));
    if (name.width === tileWidth) above.push(rootOfLeaves(hashes));
  }
  return above;
}

/** Returns the items of one tile. The first tile begins with the items of the partial tile that it replaces. */
function itemsOf<T>(
  { index, width }: TileName,
  { from, kept, added }: { readonly from: number; readonly kept: readonly T[]; readonly added: readonly T[] },
): readonly T[] {
  const start = index * tileWidth - from;
  return start < 0 ? [...kept, ...added.slice(0, start + width)] : added.slice(start, start + width);
}

async function keptEntries(objects: Objects, from: number): Promise<readonly Uint8Array[]> {
  const name = partial('entries', from);
  const entries = name && entriesOf(await mustRead(objects, name));
  if (name && entries?.length !== name.width)
    throw new LogDamaged(`${tilePath(name)} does not hold ${name.width} entries`);
  return entries ?? [];
}

async function keptHashes(objects: Objects, level: number, from: number): Promise<readonly NodeHash[]> {
  const name = partial(level, from);
  return name ? hashesOf(name, await mustRead(objects, name)) : [];
}

function partial(level: TileName['level'], size: number): TileName | undefined {
  const width = size % tileWidth;
  return width === 0 ? undefined : { level, index: Math.floor(size / tileWidth), width };
}

/** Splits a tile into its hashes. @throws LogDamaged if their number is not the width in the tile's name */
export function hashesOf(name: TileName, bytes: Uint8Array): readonly NodeHash[] {
  if (bytes.length !== name.width * 32) throw new LogDamaged(`${tilePath(name)} does not hold ${name.width} hashes`);
  return Array.from({ length: name.width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));
}

async function mustRead(objects: Objects, name: TileName): Promise<Uint8Array> {
  const bytes = await objects.get(tilePath(name));
  if (bytes === undefined) throw new LogDamaged(`${tilePath(name)} is missing`);
  return bytes;
}
