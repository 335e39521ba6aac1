/** Hashes of one tile and entries of one bundle, when they are full (C2SP tlog-tiles). */
export const tileWidth = 256;

/** One tile of hashes, or one bundle of entries. */
export interface TileName {
  /** The level of a tile of hashes: its hashes are of 256^level entries each. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Hashes or entries in it, 1 to 256. */
  readonly width: number;
}

/** The path of a tile, such as `tile/0/x001/x234/067` or `tile/entries/000.p/17` (C2SP tlog-tiles). */
export function tilePath({ level, index, width }: TileName): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    const digits = String(rest % 1000).padStart(3, '0');
    groups.unshift(groups.length === 0 ? digits : `x${digits}`);
  }
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** The tiles of one level that hold the items from `from` to before `to`: each as wide as it is at `to`. */
export function tilesBetween(level: TileName['level'], from: number, to: number): readonly TileName[] {
  const names: TileName[] = [];
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index += 1) {
    names.push({ level, index, width: Math.min(tileWidth, to - index * tileWidth) });
  }
  return names;
}

/** How many hashes a level holds in a tree of `size` entries. */
export const levelSize = (size: number, level: number): number => Math.floor(size / tileWidth ** level);

/** Levels that hold at least one hash. */
export function levelsOf(size: number): readonly number[] {
  const levels: number[] = [];
  for (let level = 0; levelSize(size, level) > 0; level += 1) levels.push(level);
  return levels;
}
