import { rootOfLeaves, type Frontier, type NodeHash } from './merkle.ts';
import type { ReadHash } from './proof.ts';
import type { LogObjects } from './store.ts';
import { levelSize, tilePath, tileWidth, type TileName } from './tile-path.ts';
import { hashesOf, LogDamaged } from './tree-writer.ts';

type Objects = Pick<LogObjects, 'get'>;

const log2Width = 8;

/**
 * Returns a function that reads hashes of the tree of `size` entries from its tiles, each tile once. If a partial tile
 * is missing, the full tile that replaced it is read.
 * @throws LogDamaged from the returned function if a tile is missing or malformed
 */
export function hashReader(objects: Objects, size: number): ReadHash {
  const kept = new Map<string, Promise<readonly NodeHash[]>>();
  const tileAt = (level: number, index: number): Promise<readonly NodeHash[]> => {
    const width = Math.min(tileWidth, levelSize(size, level) - index * tileWidth);
    const name = { level, index, width };
    const path = tilePath(name);
    const tile = kept.get(path) ?? readTile(objects, name);
    kept.set(path, tile);
    return tile;
  };
  return async (level, index) => {
    const tileLevel = Math.floor(level / log2Width);
    const hashes = 2 ** (level % log2Width);
    const first = index * hashes;
    const tile = await tileAt(tileLevel, Math.floor(first / tileWidth));
    const part = tile.slice(first % tileWidth, (first % tileWidth) + hashes);
    if (part.length !== hashes)
      throw new LogDamaged(`the tree of ${size} entries has no hash ${index} at level ${level}`);
    return rootOfLeaves(part);
  };
}

async function readTile(objects: Objects, name: TileName): Promise<readonly NodeHash[]> {
  const bytes = await objects.get(tilePath(name));
  if (bytes !== undefined) return hashesOf(name, bytes);
  const full = await objects.get(tilePath({ ...name, width: tileWidth }));
  if (full === undefined) throw new LogDamaged(`${tilePath(name)} is missing`);
  return hashesOf({ ...name, width: tileWidth }, full).slice(0, name.width);
}

/**
 * Reads the peaks of the tree of `size` entries from its tiles.
 * @throws LogDamaged if a tile is missing or malformed
 */
export async function frontierOf(objects: Objects, size: number): Promise<Frontier> {
  const read = hashReader(objects, size);
  const peaks: NodeHash[] = [];
  for (let start = 0, level = 52; level >= 0; level -= 1) {
    const width = 2 ** level;
    if (size - start < width) continue;
    peaks.push(await read(level, start / width));
    start += width;
  }
  return { size, peaks };
}
