import { isSameHash, nodeHash, type NodeHash } from './merkle.ts';

/** Reads the hash of the complete subtree of 2^level leaves that begins at leaf `index` * 2^level. */
export type ReadHash = (level: number, index: number) => Promise<NodeHash>;

/** Returns the largest power of two below n. At this leaf RFC 6962, 2.1 divides a tree of n leaves. */
function dividesAt(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/** Returns the hash of the leaves from `start` (inclusive) to `end` (exclusive). @throws errors of `read` */
export async function rangeHash(read: ReadHash, start: number, end: number): Promise<NodeHash> {
  const count = end - start;
  const level = Math.log2(count);
  if (Number.isInteger(level) && start % count === 0) return read(level, start / count);
  const middle = start + dividesAt(count);
  return nodeHash(await rangeHash(read, start, middle), await rangeHash(read, middle, end));
}

/** Returns the audit path of a leaf in a tree of `size` leaves, from the leaf up to the root (RFC 6962, 2.1.1). */
export async function inclusionProof(read: ReadHash, index: number, size: number): Promise<readonly NodeHash[]> {
  if (!(index >= 0 && index < size))
    throw new RangeError(`leaf ${index} is not in a tree of ${size} leaves: use 0 to ${size - 1}`);
  return pathOf(read, index, { start: 0, end: size });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

async function pathOf(read: ReadHash, index: number, { start, end }: Span): Promise<readonly NodeHash[]> {
  if (end - start === 1) return [];
  const middle = start + dividesAt(end - start);
  const [own, other] =
    index < middle
      ? [
          { start, end: middle },
          { start: middle, end },
        ]
      : [
          { start: middle, end },
          { start, end: middle },
        ];
  return [...(await pathOf(read, index, own)), await rangeHash(read, other.start, other.end)];
}

/** Computes the root from a leaf and its audit path. Undefined if the path has the wrong length. */
export function rootByInclusion(
  leaf: NodeHash,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly NodeHash[],
): NodeHash | undefined {
  const sides = sidesOf(index, size);
  if (sides.length !== path.length) return undefined;
  return sides.reduce((node, side, step) => {
    const other = path[step] as NodeHash;
    return side === 'left' ? nodeHash(other, node) : nodeHash(node, other);
  }, leaf);
}

/** Returns the side of each hash in the audit path, from the leaf up to the root. */
function sidesOf(index: number, size: number): readonly ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  for (let start = 0, end = size; end - start > 1;) {
    const middle = start + dividesAt(end - start);
    sides.unshift(index < middle ? 'right' : 'left');
    if (index < middle) end = middle;
    else start = middle;
  }
  return sides;
}

/**
 * Returns the hashes that prove that a tree of `size` leaves begins with the tree of `old` leaves (RFC 6962, 2.1.2).
 */
export async function consistencyProof(read: ReadHash, old: number, size: number): Promise<readonly NodeHash[]> {
  if (!(old > 0 && old <= size))
    throw new RangeError(`a tree of ${size} leaves cannot begin with a tree of ${old} leaves: use 1 to ${size}`);
  return old === size ? [] : subProof(read, old, { start: 0, end: size, whole: true });
}

async function subProof(
  read: ReadHash,
  old: number,
  { start, end, whole }: Span & { readonly whole: boolean },
): Promise<readonly NodeHash[]> {
  if (old === end) return whole ? [] : [await rangeHash(read, start, end)];
  const middle = start + dividesAt(end - start);
  return old <= middle
    ? [...(await subProof(read, old, { start, end: middle, whole })), await rangeHash(read, middle, end)]
    : [...(await subProof(read, old, { start: middle, end, whole: false })), await rangeHash(read, start, middle)];
}

/** Checks that the proof leads to both roots (RFC 9162, 2.1.4.2). */
export function isConsistent(
  old: { readonly size: number; readonly root: NodeHash },
  now: { readonly size: number; readonly root: NodeHash },
  proof: readonly NodeHash[],
): boolean {
  if (old.size === now.size) return proof.length === 0 && isSameHash(old.root, now.root);
  if (old.size === 0 || old.size > now.size) return false;
  const path = Number.isInteger(Math.log2(old.size)) ? [old.root, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [fn, sn] = [BigInt(old.size - 1), BigInt(now.size - 1)];
  while (fn % 2n === 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  let [oldRoot, newRoot] = [first, first];
  for (const hash of rest) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      [oldRoot, newRoot] = [nodeHash(hash, oldRoot), nodeHash(hash, newRoot)];
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else {
      newRoot = nodeHash(newRoot, hash);
    }
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && isSameHash(oldRoot, old.root) && isSameHash(newRoot, now.root);
}
