/** Number of hashes in a full tile and of entries in a full bundle (C2SP tlog-tiles). */
export const tileWidth = 256;

/** The name of a tile of hashes or of a bundle of entries. */
export interface TileName {
  /** The level of a tile of hashes, or `entries` for a bundle. Each hash on a level covers 256^level entries. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Number of hashes in the tile or of entries in the bundle, 1 to 256. */
  readonly width: number;
}

/** Returns the path of a tile, such as `tile/0/x001/x234/067` or `tile/entries/000.p/17` (C2SP tlog-tiles). */
export function tilePath({ level, index, width }: TileName): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    const digits = String(rest % 1000).padStart(3, '0');
    groups.unshift(groups.length === 0 ? digits : `x${digits}`);
  }
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/**
 * Returns the tiles of one level that hold the items from `from` (inclusive) to `to` (exclusive). The last tile is
 * partial if `to` is not a multiple of 256.
 */
export function tilesBetween(level: TileName['level'], from: number, to: number): readonly TileName[] {
  const names: TileName[] = [];
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index += 1) {
    names.push({ level, index, width: Math.min(tileWidth, to - index * tileWidth) });
  }
  return names;
}

/** Returns how many hashes a level has in a tree of `size` entries. */
export const levelSize = (size: number, level: number): number => Math.floor(size / tileWidth ** level);

/** Returns the levels that have at least one hash in a tree of `size` entries. */
export function levelsOf(size: number): readonly number[] {
  const levels: number[] = [];
  for (let level = 0; levelSize(size, level) > 0; level += 1) levels.push(level);
  return levels;
}
