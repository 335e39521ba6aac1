import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import {
  emptyFrontier,
  grown,
  leafHash,
  nodeHash,
  rootOf,
  rootOfLeaves,
  type NodeHash,
} from '../../audit-log/merkle.ts';
import { consistencyProof, inclusionProof, isConsistent, rootByInclusion } from '../../audit-log/proof.ts';
import { frontierOf, hashReader } from '../../audit-log/tree-reader.ts';
import { writeTree } from '../../audit-log/tree-writer.ts';

const entry = (at: number): Uint8Array => Buffer.from(`entry ${at}`);
const leaves = (count: number): NodeHash[] => Array.from({ length: count }, (_, at) => leafHash(entry(at)));

/** Computes the root exactly as RFC 6962, 2.1 defines it. */
function rootByDefinition(hashes: readonly NodeHash[]): NodeHash {
  const [only] = hashes;
  if (only === undefined) return rootOf(emptyFrontier);
  if (hashes.length === 1) return only;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return nodeHash(rootByDefinition(hashes.slice(0, k)), rootByDefinition(hashes.slice(k)));
}

/** Writes a tree in steps of these sizes. */
async function treeOf(steps: readonly number[]): Promise<{ objects: MemoryObjects; size: number }> {
  const objects = new MemoryObjects();
  let size = 0;
  for (const step of steps) {
    const from = size;
    await writeTree(
      objects,
      from,
      Array.from({ length: step }, (_, at) => entry(from + at)),
    );
    size += step;
  }
  return { objects, size };
}

const steps = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });

describe('The tree of the audit log', () => {
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ])('A tree of %i empty entries has the root that RFC 6962 gives', (count, root) => {
    const hashes = Array.from({ length: count }, () => leafHash(Buffer.alloc(0)));
    expect(Buffer.from(rootOfLeaves(hashes)).toString('hex')).toBe(root);
  });

  it('At every size up to 260, the tree has the root that RFC 6962, 2.1 defines', () => {
    let frontier = emptyFrontier;
    for (const [at, leaf] of leaves(260).entries()) {
      frontier = grown(frontier, leaf);
      expect(rootOf(frontier)).toEqual(rootByDefinition(leaves(at + 1)));
    }
  });

  it('The tree has the same tiles and the same root, however many entries each step of writing adds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sizes) => {
        const { objects, size } = await treeOf(sizes);
        const whole = await treeOf([size]);
        for (const [path, bytes] of whole.objects.objects) expect(objects.objects.get(path)).toEqual(bytes);
        expect(rootOf(await frontierOf(objects, size))).toEqual(rootOfLeaves(leaves(size)));
      }),
      { numRuns: 15 },
    );
  });

  it('The audit path of an entry proves this entry, and does not prove another entry at its index', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (sizes, pick) => {
        const { objects, size } = await treeOf(sizes);
        const index = pick % size;
        const path = await inclusionProof(hashReader(objects, size), index, size);
        const root = rootOfLeaves(leaves(size));
        expect(rootByInclusion(leafHash(entry(index)), { index, size }, path)).toEqual(root);
        expect(rootByInclusion(leafHash(entry(index + 1)), { index, size }, path)).not.toEqual(root);
        expect(rootByInclusion(leafHash(entry(index)), { index, size }, [...path, root])).toBeUndefined();
      }),
      { numRuns: 15 },
    );
  });

  it('A consistency proof shows that an older tree is the beginning of a newer one, and fails for any other tree', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (sizes, pick) => {
        const { objects, size } = await treeOf(sizes);
        const oldSize = 1 + (pick % size);
        const proof = await consistencyProof(hashReader(objects, size), oldSize, size);
        const old = { size: oldSize, root: rootOfLeaves(leaves(oldSize)) };
        const now = { size, root: rootOfLeaves(leaves(size)) };
        expect(isConsistent(old, now, proof)).toBe(true);
        const forged = { size: oldSize, root: leafHash(Buffer.from('forged')) };
        expect(isConsistent(forged, now, proof)).toBe(false);
        expect(isConsistent(old, { size, root: forged.root }, proof)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});
