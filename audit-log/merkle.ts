import { createHash } from 'node:crypto';

/** A SHA-256 hash, 32 bytes. */
export type NodeHash = Uint8Array;

/** Returns the hash of an entry: SHA-256 over 0x00 and the entry (RFC 6962, 2.1). */
export const leafHash = (entry: Uint8Array): NodeHash => digest(leafPrefix, entry);

/** Returns the hash of two subtrees: SHA-256 over 0x01 and both hashes (RFC 6962, 2.1). */
export const nodeHash = (left: NodeHash, right: NodeHash): NodeHash => digest(nodePrefix, left, right);

/**
 * A growing tree, as the hashes (peaks) of its largest complete subtrees from left to right. A tree of n entries has
 * one peak for each digit 1 in the binary form of n, at most 53.
 */
export interface Frontier {
  /** Number of entries. */
  readonly size: number;
  readonly peaks: readonly NodeHash[];
}

export const emptyFrontier: Frontier = { size: 0, peaks: [] };

/** Returns the tree with one more leaf. */
export const grown = (frontier: Frontier, leaf: NodeHash): Frontier => grownBy(frontier, [leaf]);

/**
 * Returns the tree with these leaves added in their order. Each leaf costs one hash for each trailing digit 1 in the
 * binary form of the size before it, which is one hash on average.
 */
export function grownBy({ size, peaks }: Frontier, leaves: Iterable<NodeHash>): Frontier {
  const kept = [...peaks];
  let count = size;
  for (const leaf of leaves) {
    let node = leaf;
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(takeLast(kept), node);
    kept.push(node);
    count += 1;
  }
  return { size: count, peaks: kept };
}

/** Returns the Merkle tree hash of all entries. Without entries it is SHA-256 over nothing (RFC 6962, 2.1). */
export function rootOf({ peaks }: Frontier): NodeHash {
  const [last, ...before] = peaks.toReversed();
  if (last === undefined) return digest();
  return before.reduce((right, left) => nodeHash(left, right), last);
}

/** Returns the Merkle tree hash of these leaves. */
export const rootOfLeaves = (leaves: Iterable<NodeHash>): NodeHash => rootOf(grownBy(emptyFrontier, leaves));

export const isSameHash = (a: NodeHash, b: NodeHash): boolean => Buffer.compare(a, b) === 0;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

function digest(...parts: readonly Uint8Array[]): NodeHash {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function takeLast(peaks: NodeHash[]): NodeHash {
  const last = peaks.pop();
  if (last === undefined) throw new Error('the tree is damaged: it has fewer peaks than its size requires');
  return last;
}
