import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import type { Write } from '../../../adapters/tables/database.ts';

const put = (pk: string, more: Record<string, string | number> = {}, store: 'audit' | 'objects' = 'audit'): Write => ({
  put: { pk, ...more },
  in: store,
});
const outcomeOf = (writes: readonly Write[]): Promise<string> =>
  new MemoryDatabase().write(writes).then(
    () => 'written',
    (error: Error & { fault?: string }) => `${error.fault}: ${error.message}`,
  );
const many = (count: number, bytes = 1): readonly Write[] =>
  Array.from({ length: count }, (_, i) => put(`k${i}`, { text: 'x'.repeat(bytes) }));

describe('Limits of the database in memory', () => {
  it.each<[string, readonly Write[]]>([
    ['a transaction with one item twice', [put('a'), put('b'), put('a')]],
    ['a transaction with 101 items', many(101)],
    ['a transaction over 4 MB', many(11, 390_000)],
    ['an item over 400 KB', [put('a', { text: 'ü'.repeat(205_000) })]],
    ['an empty key', [put('')]],
    ['a key over 2,048 bytes', [put('ü'.repeat(1025))]],
    ['an empty partition key of an index', [put('a', { tool: '', sk: '1' })]],
    ['a partition key of an index over 2,048 bytes', [put('a', { tool: 't'.repeat(2049), sk: '1' })]],
    ['a sort key of an index over 1,024 bytes', [put('a', { tool: 't', sk: 's'.repeat(1025) })]],
  ])('The database in memory refuses %s, as DynamoDB does', async (_, writes) => {
    expect(await outcomeOf(writes)).toMatch(/^refused: /);
  });

  it('The database in memory accepts requests that are just within the limits of DynamoDB', async () => {
    expect(await outcomeOf(many(100))).toBe('written');
    expect(await outcomeOf(many(10, 390_000))).toBe('written');
    expect(await outcomeOf([put('ü'.repeat(1024), { tool: 't'.repeat(2048), sk: 's'.repeat(1024) })])).toBe('written');
  });

  it('The database in memory refuses an update that makes an item too large, and keeps the item unchanged', async () => {
    const database = new MemoryDatabase();
    await database.write([put('a', { text: 'x'.repeat(300_000) })]);
    const set = { more: 'x'.repeat(200_000) };
    const grown = database.write([{ update: 'a', in: 'audit', set, if: { is: 'equal', attributes: {} } }]);
    await expect(grown).rejects.toMatchObject({ fault: 'refused' });
    expect(await database.get('audit', 'a')).not.toHaveProperty('more');
  });

  it('The database in memory refuses to read an empty key or a key that is too long', async () => {
    const database = new MemoryDatabase();
    await expect(database.get('audit', '')).rejects.toMatchObject({ fault: 'refused' });
    await expect(database.batchGet([{ in: 'audit', pk: 'x'.repeat(2049) }])).rejects.toMatchObject({
      fault: 'refused',
    });
  });
});

describe('Behaviour of the database in memory', () => {
  const found = async (database: MemoryDatabase): Promise<readonly unknown[]> =>
    (await database.query({ in: 'audit', index: 'byTool', partition: 't', limit: 10 })).map(({ pk }) => pk);

  it('The database in memory sorts by UTF-8 bytes and not by UTF-16 units', async () => {
    const database = new MemoryDatabase();
    for (const [pk, sk] of [
      ['emoji', '\u{1f600}'],
      ['private', '\uff5e'],
      ['letter', 'z'],
    ] as const) {
      await database.write([put(pk, { tool: 't', sk })]);
    }
    expect(await found(database)).toEqual(['letter', 'private', 'emoji']);
    const from = { in: 'audit', index: 'byTool', partition: 't', from: '\uffff', limit: 10 } as const;
    expect((await database.query(from)).map(({ pk }) => pk)).toEqual(['emoji']);
  });

  it('After a write, the database in memory finds the item by its key at once, and by its indexes after a delay', async () => {
    const clock = { now: 0 };
    const database = new MemoryDatabase();
    database.weather = { indexLagMillis: () => 5000, now: () => clock.now };
    await database.write([put('a', { tool: 't', sk: '1' })]);
    expect([await database.get('audit', 'a'), await found(database)]).toMatchObject([{ pk: 'a' }, []]);
    clock.now = 5000;
    expect(await found(database)).toEqual(['a']);
    await database.write([put('a', { tool: 'other', sk: '1' })]);
    expect(await found(database)).toEqual(['a']);
    clock.now = 10_000;
    expect(await found(database)).toEqual([]);
  });

  it('If a transaction of the database in memory meets a conflict, it writes nothing', async () => {
    const database = new MemoryDatabase();
    database.weather = { conflicts: () => true };
    await expect(database.write([put('a'), put('b')])).rejects.toMatchObject({ fault: 'conflict' });
    expect(database.items('audit')).toEqual([]);
    await database.write([put('a')]);
    expect(database.items('audit')).toHaveLength(1);
  });
});
