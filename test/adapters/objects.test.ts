import { describe, expect, it, vi } from 'vitest';
import { memoryWorld } from '../../adapters/memory/world.ts';
import { shardsAtOnce } from '../../adapters/tables/objects.ts';
import { objectBatch, type OntologyObject } from '../../contract/rows/objects.ts';
import { collected } from '../support/collected.ts';

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();
const object = (id: string, version = 1, type = 'Claim'): OntologyObject => ({
  type,
  id,
  version,
  markings: ['pii.low'],
  value: { claimId: id, text: `v${version}` },
  at: day(version),
});

const all = async (pages: AsyncIterable<readonly OntologyObject[]>): Promise<OntologyObject[]> =>
  (await collected(pages)).flat();

describe('Live objects in their table', () => {
  it('A read of a live object returns its current version, or with asOf the version of that instant', async () => {
    const { objects, objectWriter } = memoryWorld();
    for (const version of [1, 2, 3, 4, 5, 6, 7]) expect(await objectWriter.put([object('C-1', version)])).toBe('put');
    expect((await objects.get('Claim', 'C-1'))?.version).toBe(7);
    for (const version of [1, 2, 3, 4, 5, 6, 7]) {
      expect((await objects.get('Claim', 'C-1', day(version)))?.value).toEqual(object('C-1', version).value);
    }
    expect((await objects.get('Claim', 'C-1', '2026-01-03T23:59:59.999Z'))?.version).toBe(3);
    expect(await objects.get('Claim', 'C-1', '2025-12-31T23:59:59.999Z')).toBeUndefined();
    expect(await objects.get('Claim', 'C-2')).toBeUndefined();
  });

  it.each([
    ['a new object with the id of an existing one', [object('C-1')]],
    ['a version that skips a number', [object('C-1', 3)]],
    ['one new object and one outdated version', [object('C-2'), object('C-1')]],
  ])('If a write contains %s, nothing is written', async (_title, puts) => {
    const { objects, objectWriter, stored } = memoryWorld();
    await objectWriter.put([object('C-1')]);
    const before = stored.items('objects').length;
    expect(await objectWriter.put(puts)).toBe('moved');
    expect(stored.items('objects')).toHaveLength(before);
    expect((await objects.get('Claim', 'C-1'))?.version).toBe(1);
  });

  it('A scan returns the current version of every object of the type once, across all pages and shards', async () => {
    const { objects, objectWriter } = memoryWorld();
    const ids = Array.from({ length: 2500 }, (_, i) => `C-${i}`);
    for (let at = 0; at < ids.length; at += objectBatch) {
      await objectWriter.put(ids.slice(at, at + objectBatch).map((id) => object(id)));
    }
    await objectWriter.put([object('C-7', 2), object('C-7', 1, 'Clai')]);
    const found = await all(objects.scan('Claim'));
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(found.find(({ id }) => id === 'C-7')?.version).toBe(2);
    expect(await all(objects.scan('Clai'))).toHaveLength(1);
    expect(await all(objects.scan('Policy'))).toEqual([]);
  });

  it('A read by id never returns another object, whatever characters the id has', async () => {
    const { objects, objectWriter } = memoryWorld();
    for (const id of ['1#X', '@1#X', 'X', '#X', 'Ş'.normalize('NFD')]) await objectWriter.put([object(id)]);
    for (const id of ['1#X', '@1#X', 'X', '#X', 'Ş'.normalize('NFD')]) {
      expect((await objects.get('Claim', id))?.id).toBe(id);
    }
    expect(await objects.get('Claim', 'Ş'.normalize('NFC'))).toBeUndefined();
  });

  it('If the table does not answer, a read fails with dependency.unavailable instead of reporting a missing object', async () => {
    const world = memoryWorld();
    await world.objectWriter.put([object('C-1')]);
    world.faults = () => 'throttled';
    await expect(world.objects.get('Claim', 'C-1')).rejects.toMatchObject({ code: 'dependency.unavailable' });
    await expect(all(world.objects.scan('Claim'))).rejects.toMatchObject({ code: 'dependency.unavailable' });
  });

  it('If a page fails after the reader of a scan has stopped, the failure is ignored', async () => {
    const world = memoryWorld();
    const ids = Array.from({ length: 2500 }, (_, i) => `C-${i}`);
    for (let at = 0; at < ids.length; at += objectBatch) {
      await world.objectWriter.put(ids.slice(at, at + objectBatch).map((id) => object(id)));
    }
    const unheard = vi.fn<() => void>();
    process.on('unhandledRejection', unheard);
    let asked = 0;
    world.faults = () => (++asked > shardsAtOnce ? 'throttled' : undefined);
    for await (const page of world.objects.scan('Claim')) {
      expect(page.length).toBeGreaterThan(0);
      break;
    }
    await new Promise(setImmediate);
    process.off('unhandledRejection', unheard);
    expect(asked).toBeGreaterThan(shardsAtOnce);
    expect(unheard).not.toHaveBeenCalled();
  });
});
