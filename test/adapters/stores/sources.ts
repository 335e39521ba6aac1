import { sources, sourceStore } from '../../../adapters/tables/sources.ts';
import { someSource, someSourceEvent } from '../../support/rows.ts';
import { codeOf, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function sourceLaws(name: string, open: OpenStores): void {
  describe(`Sources ${name}`, () => {
    test('A source is put together with its event, and is changed only from the version that was read', async () => {
      const { database } = open();
      const store = sourceStore(database);
      const from = someSource();
      const change = (row = from) => ({ to: row, event: someSourceEvent(row.id) });
      const all = await Promise.all([store.put(change()), store.put(change()), store.put(change())]);
      expect(all.toSorted()).toEqual(['moved', 'moved', 'put']);
      const to = { ...from, version: 2, markings: ['pii.high'] };
      expect(await store.put({ from, ...change(to) })).toBe('put');
      expect(await store.put({ from, ...change({ ...to, markings: [] }) })).toBe('moved');
      expect(await store.find(from.id)).toEqual(to);
    });

    test('If the answer to a change of a source is lost, the retry reports the change as done; if the change is throttled, it fails and the source is unchanged', async () => {
      const { database, failCall, failAll, heal } = open();
      const store = sourceStore(database);
      const row = someSource();
      const change = { to: row, event: someSourceEvent(row.id) };
      failCall(0, 'lost');
      expect(await store.put(change)).toBe('put');
      failAll('throttled');
      expect(await codeOf(store.put({ ...change, from: row }))).toBe('dependency.unavailable');
      heal();
      expect(await store.find(row.id)).toEqual(row);
    });

    test('Sources are read at once and returned in the order of the requested ids, and malformed ids are not requested', async () => {
      const { database, failAll, heal } = open();
      // A source that was announced long ago and never arrived is returned as refused. So this one is announced now.
      const row = { ...someSource(), at: new Date().toISOString() };
      await sourceStore(database).put({ to: row, event: someSourceEvent(row.id) });
      const found = await sources(database, undefined, () => Date.parse(row.at)).find([
        'act-1',
        row.id,
        `src-${'0'.repeat(64)}`,
        row.id,
      ]);
      expect(found).toEqual([undefined, row, undefined, row]);
      failAll('throttled');
      expect(await sources(database).find(['act-1'])).toEqual([undefined]);
      expect(await codeOf(sources(database).find([row.id]))).toBe('dependency.unavailable');
      heal();
    });
  });
}
