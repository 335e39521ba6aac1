import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DifferenceSketch } from '../../../audit-log/reconcile/difference-sketch.ts';
import { randomFrom } from '../carrying.ts';

const shape = { itemBytes: 39, cells: 512, salt: 'a random text' };
const itemOf = (name: string): Uint8Array =>
  Buffer.concat([createHash('sha256').update(name).digest(), Buffer.alloc(7, 255)]);
const itemsOf = (prefix: string, count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, at) => itemOf(`${prefix}${at}`));
const inHex = (items: readonly Uint8Array[]): readonly string[] =>
  items.map((item) => Buffer.from(item).toString('hex')).toSorted();

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** Adds one set and removes the other, in a random order, and goes through the text form in the middle. */
function sketchOf(added: readonly Uint8Array[], removed: readonly Uint8Array[], random: () => number) {
  const changes = shuffled(
    [...added.map((item) => [item, 'add'] as const), ...removed.map((item) => [item, 'remove'] as const)],
    random,
  );
  let sketch = new DifferenceSketch(shape);
  for (const [at, [item, change]] of changes.entries()) {
    if (at === Math.floor(changes.length / 2)) sketch = new DifferenceSketch(shape, sketch.toText());
    sketch[change](item);
  }
  return sketch;
}

describe('A sketch of a difference', () => {
  it.each([0, 1, 2, 50, 250])(
    'If two sets of 5,000 items differ in %i items, the sketch names exactly these items, whatever their order was',
    (differences) => {
      for (let seed = 1; seed <= 5; seed += 1) {
        const [common, more, less] = [
          itemsOf('both', 5000),
          itemsOf(`more${seed}`, Math.ceil(differences / 2)),
          itemsOf(`less${seed}`, Math.floor(differences / 2)),
        ];
        const { added, removed, isComplete } = sketchOf(
          [...common, ...more],
          [...common, ...less],
          randomFrom(seed),
        ).difference();
        expect(isComplete).toBe(true);
        expect([inHex(added), inHex(removed)]).toEqual([inHex(more), inHex(less)]);
      }
    },
  );

  it('If an item is removed twice and added once, the sketch names it as removed', () => {
    const [item] = itemsOf('item', 1);
    const sketch = sketchOf([item as Uint8Array], [item as Uint8Array, item as Uint8Array], randomFrom(1));
    expect(sketch.difference()).toEqual({ added: [], removed: [new Uint8Array(item as Uint8Array)], isComplete: true });
  });

  it.each([600, 5000])(
    'If two sets differ in %i items, the sketch says that it cannot name them all, and names no wrong item',
    (differences) => {
      const more = itemsOf('more', differences);
      const { added, removed, isComplete } = sketchOf(
        [...itemsOf('both', 100), ...more],
        itemsOf('both', 100),
        randomFrom(1),
      ).difference();
      expect(isComplete).toBe(false);
      expect(removed).toEqual([]);
      const all = new Set(inHex(more));
      expect(inHex(added).filter((item) => !all.has(item))).toEqual([]);
    },
  );
});
