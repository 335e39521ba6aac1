import { checkpointProblems, openCheckpoint } from './checkpoint.ts';
import { entriesOf } from './entry-bundle.ts';
import {
  emptyFrontier,
  grown,
  isSameHash,
  leafHash,
  rootOf,
  rootOfLeaves,
  type Frontier,
  type NodeHash,
} from './merkle.ts';
import { otherProblem } from './other-checkpoint.ts';
import { newestCosigned, type Witnessed } from './verify-cosignatures.ts';
import type { NoteKey } from './signed-note.ts';
import { checkpointPath, keptCheckpointPath, type LogObjects } from './store.ts';
import { levelSize, levelsOf, tilePath, tilesBetween, tileWidth } from './tile-path.ts';

/** A copy of a log: its objects by path, and the sizes of its kept checkpoints in ascending order. */
export interface LogCopy extends Pick<LogObjects, 'get'> {
  keptCheckpoints(): Promise<readonly number[]>;
  /** Returns the sizes of the checkpoints that a witness has cosigned, in ascending order. */
  keptCosignatures(): Promise<readonly number[]>;
}

export interface LogProblem {
  /** Path of the file in the copy. */
  readonly path: string;
  readonly what: string;
  /** Index of the first entry that the problem concerns. */
  readonly entry?: number;
  /** The checkpoint interval of the first change: the sizes of the last good and of the first bad checkpoint. */
  readonly interval?: { readonly from: number; readonly to: number };
}

export interface Verified {
  /** Number of entries that the newest checkpoint promises. */
  readonly size: number;
  /** Number of entries whose text is in the copy and matches its hash. */
  readonly entries: number;
  readonly checkpoints: number;
  readonly witnessed?: Witnessed;
  /** Empty if the copy is exactly what the key has signed. */
  readonly problems: readonly LogProblem[];
}

export interface VerifyOptions {
  readonly key: NoteKey;
  /**
   * A checkpoint from another source. The copy must have at least as many entries as this checkpoint says, and its tree
   * must contain the tree of the checkpoint.
   */
  readonly atLeast?: string;
  /** The key of the witness whose cosignatures are checked. */
  readonly witness?: NoteKey;
  /** Called after each tile with the number of checked entries. */
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

/**
 * Verifies a copy of the log with the log's public key: the signature of the newest checkpoint, the whole tree, each
 * kept checkpoint and each bundle of entries. It needs only the public key, and memory for one tile. A missing bundle
 * is not checked; a missing tile is a problem.
 */
export async function verifyLog(copy: LogCopy, options: VerifyOptions): Promise<Verified> {
  const { key } = options;
  const file = await copy.get(checkpointPath);
  if (file === undefined)
    return nothing({
      path: checkpointPath,
      what: 'the copy has no checkpoint. Export the log again: the export was not completed',
    });
  const opened = openCheckpoint(Buffer.from(file).toString(), key);
  if ('broken' in opened) return nothing({ path: checkpointPath, what: checkpointProblems[opened.broken] });
  const { size, root } = opened.checkpoint;
  const problems: LogProblem[] = [];
  const kept = await keptRoots(copy, key, problems);
  const other = options.atLeast === undefined ? undefined : openCheckpoint(options.atLeast, key);
  const otherSize = other && 'checkpoint' in other ? other.checkpoint.size : undefined;
  const walk = await walkTiles(copy, { size, kept, otherSize, options, problems });
  if (walk && !isSameHash(rootOf(walk.frontier), root)) {
    problems.push({
      path: checkpointPath,
      what: 'the entries do not have the root that the checkpoint promises',
      interval: { from: walk.good, to: size },
    });
  }
  if (walk) await upperTiles(copy, size, problems);
  const rootThere = otherSize === 0 ? rootOf(emptyFrontier) : walk?.rootThere;
  const unlike = other && otherProblem(other, { size, ...(rootThere && { rootThere }) });
  const { witness } = options;
  const cosigned = witness && (await newestCosigned(copy, witness));
  problems.push(...(cosigned?.problems ?? []));
  return {
    size,
    entries: walk?.entries ?? 0,
    checkpoints: kept.size,
    ...(cosigned?.witnessed && { witnessed: cosigned.witnessed }),
    problems: unlike ? [...problems, unlike] : problems,
  };
}

const nothing = (problem: LogProblem): Verified => ({ size: 0, entries: 0, checkpoints: 0, problems: [problem] });

async function keptRoots(copy: LogCopy, key: NoteKey, problems: LogProblem[]): Promise<Map<number, NodeHash>> {
  const roots = new Map<number, NodeHash>();
  for (const size of await copy.keptCheckpoints()) {
    const path = keptCheckpointPath(size);
    const opened = openCheckpoint(Buffer.from((await copy.get(path)) ?? '').toString(), key);
    if ('broken' in opened) problems.push({ path, what: checkpointProblems[opened.broken] });
    else if (opened.checkpoint.size !== size)
      problems.push({ path, what: 'the size in the checkpoint is not the size in its file name' });
    else roots.set(size, opened.checkpoint.root);
  }
  return roots;
}

interface Walk {
  readonly frontier: Frontier;
  readonly entries: number;
  /** Size of the last kept checkpoint whose root is that of the entries. */
  readonly good: number;
  /** Root of as many entries as the other checkpoint has. */
  readonly rootThere: NodeHash | undefined;
}

interface Walking {
  readonly size: number;
  readonly kept: ReadonlyMap<number, NodeHash>;
  readonly otherSize: number | undefined;
  readonly options: VerifyOptions;
  readonly problems: LogProblem[];
}

/**
 * Reads the hashes of all entries once. Undefined if a tile is missing, because the position of later entries is then
 * unknown.
 */
async function walkTiles(
  copy: LogCopy,
  { size, kept, otherSize, options, problems }: Walking,
): Promise<Walk | undefined> {
  let frontier: Frontier = emptyFrontier;
  let rootThere: NodeHash | undefined;
  let entries = 0;
  let good = 0;
  let isGood = true;
  for (const name of tilesBetween(0, 0, size)) {
    const path = tilePath(name);
    const hashes = hashesIn(await copy.get(path), name.width);
    if (hashes === undefined) {
      problems.push({ path, what: 'the tile is missing or damaged', entry: frontier.size });
      return undefined;
    }
    entries += await bundleProblems(copy, { name: { ...name, level: 'entries' }, hashes }, problems);
    for (const hash of hashes) {
      frontier = grown(frontier, hash);
      if (frontier.size === otherSize) rootThere = rootOf(frontier);
      const root = kept.get(frontier.size);
      if (root === undefined || !isGood) continue;
      isGood = isSameHash(rootOf(frontier), root);
      if (isGood) good = frontier.size;
      else problems.push(intervalProblem(good, frontier.size));
    }
    options.onProgress?.({ done: frontier.size, of: size });
  }
  return { frontier, entries, good, rootThere };
}

const intervalProblem = (from: number, to: number): LogProblem => ({
  path: keptCheckpointPath(to),
  what: `an entry from ${from} to ${to - 1} was changed, removed, inserted or reordered: the first ${to} entries do not have the root of this checkpoint`,
  interval: { from, to },
});

function hashesIn(bytes: Uint8Array | undefined, width: number): readonly NodeHash[] | undefined {
  if (bytes?.length !== width * 32) return undefined;
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));
}

/**
 * Checks the entries of a bundle against their hashes. Returns how many entries match before the first entry that does
 * not match.
 */
async function bundleProblems(
  copy: LogCopy,
  {
    name,
    hashes,
  }: {
    readonly name: { readonly level: 'entries'; readonly index: number; readonly width: number };
    readonly hashes: readonly NodeHash[];
  },
  problems: LogProblem[],
): Promise<number> {
  const path = tilePath(name);
  const bundle = await copy.get(path);
  if (bundle === undefined) return 0;
  const found = entriesOf(bundle);
  const first = name.index * tileWidth;
  if (found?.length !== hashes.length) {
    problems.push({ path, what: `the bundle does not hold ${hashes.length} entries`, entry: first });
    return 0;
  }
  const wrong = found.findIndex((entry, at) => !isSameHash(leafHash(entry), hashes[at] as NodeHash));
  if (wrong === -1) return found.length;
  problems.push({ path, what: 'the entry does not have the hash that is in the tree', entry: first + wrong });
  return wrong;
}

/** Checks the tiles of the upper levels against the tiles below them. */
async function upperTiles(copy: LogCopy, size: number, problems: LogProblem[]): Promise<void> {
  for (const level of levelsOf(size).slice(1)) {
    for (const name of tilesBetween(level, 0, levelSize(size, level))) {
      const hashes = hashesIn(await copy.get(tilePath(name)), name.width);
      const expected = await hashesBelow(copy, level, name);
      if (hashes?.every((hash, at) => isSameHash(hash, expected[at] ?? Buffer.alloc(32)))) continue;
      problems.push({ path: tilePath(name), what: 'the tile is missing or does not follow from the tiles below it' });
    }
  }
}

async function hashesBelow(copy: LogCopy, level: number, { index, width }: { index: number; width: number }) {
  const below: NodeHash[] = [];
  for (let at = 0; at < width; at += 1) {
    const path = tilePath({ level: level - 1, index: index * tileWidth + at, width: tileWidth });
    below.push(rootOfLeaves(hashesIn(await copy.get(path), tileWidth) ?? []));
  }
  return below;
}
