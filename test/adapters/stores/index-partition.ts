import type { Database } from '../../../adapters/tables/database.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { collected } from '../../support/collected.ts';
import { opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function indexPartitionLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`A partition of an index ${name}`, () => {
    const put = async (database: Database, shard: string, id: string): Promise<void> => {
      const item = { pk: `${shard}/${id}`, schemaVersion: 1, shard, id, row: id.repeat(4000) };
      expect(await database.write([{ put: item, in: 'objects' }])).toMatchObject({ written: true });
    };
    const pagesOf = (database: Database, partition: string) =>
      collected(database.pages({ in: 'objects', index: 'byShard', partition, attributes: ['id', 'row'] }));

    test('A partition of an index is read completely and in order, over several pages, without items of another partition', async () => {
      const { database } = opened();
      const shard = newUuid();
      const ids = Array.from({ length: 130 }, (_, i) => `id-${(i * 37) % 130}`);
      for (const id of ids) await put(database, shard, id);
      await put(database, `${shard}+`, 'other');
      const pages = await pagesOf(database, shard);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flat()).toEqual(ids.toSorted().map((id) => ({ id, row: id.repeat(4000) })));
      const asked = { in: 'objects', index: 'byShard', partition: shard, limit: 200 } as const;
      for (const bounds of [{}, { from: 'id' }]) {
        const listed = await database.query({ ...asked, ...bounds });
        expect(listed.map(({ id }) => id)).toEqual(ids.toSorted());
      }
      expect((await pagesOf(database, newUuid())).flat()).toEqual([]);
    });

    test('If items were added to a partition of an index, the next read contains them in their places', async () => {
      const { database } = opened();
      const shard = newUuid();
      for (const id of ['c', 'a']) await put(database, shard, id);
      expect((await pagesOf(database, shard)).flat().map(({ id }) => id)).toEqual(['a', 'c']);
      for (const id of ['d', 'b']) await put(database, shard, id);
      expect((await pagesOf(database, shard)).flat().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    });
  });
}
