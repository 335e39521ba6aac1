import type { Store } from '../../contract/platform/functions.ts';
import { storeLayouts, type IndexLayout } from '../../contract/platform/stores.ts';
import {
  DatabaseError,
  type Condition,
  type Database,
  type Item,
  type Partition,
  type Query,
  type Write,
  type Written,
} from '../tables/database.ts';

/** Few, so that what is read in pages is read in several. */
const pageItems = 100;

/** Tables in this process. A write runs without a pause, so each transaction is whole and sees the one before it. */
export class MemoryDatabase implements Database {
  readonly #tables = new Map<Store, Map<string, Item>>();

  /** All that a table holds, in the order it was put: for tests, which look at what a law left behind. */
  items(table: Store): readonly Item[] {
    return [...this.#table(table).values()];
  }

  async get(table: Store, pk: string): Promise<Item | undefined> {
    return this.#table(table).get(pk);
  }

  async batchGet(keys: readonly { in: Store; pk: string }[]): Promise<readonly (Item | undefined)[]> {
    if (keys.length > 100) throw new DatabaseError('refused', 'a batch read takes at most 100 keys');
    return keys.map((key) => this.#table(key.in).get(key.pk));
  }

  async write(writes: readonly Write[]): Promise<Written> {
    // Let the calls that began together meet here, as they would at a server.
    await Promise.resolve();
    const failed = writes.flatMap((write, index) => {
      const stands = this.#table(write.in).get(keyOf(write));
      if (holds(write.if, stands)) return [];
      return [stands === undefined ? { index } : { index, stands }];
    });
    if (failed.length > 0) return { written: false, failed };
    const items = writes.map((write) => this.#apply(write));
    const [only] = items;
    return writes.length === 1 && only !== undefined ? { written: true, item: only } : { written: true };
  }

  async query({ from, below, after, limit, ...asked }: Query): Promise<readonly Item[]> {
    const { items, sortKey } = this.#partition(asked);
    return items
      .filter((item) => from === undefined || sortKey(item) >= from)
      .filter((item) => below === undefined || sortKey(item) < below)
      .filter((item) => after === undefined || sortKey(item) > after)
      .slice(0, limit);
  }

  async *pages({ attributes, ...asked }: Partition): AsyncGenerator<readonly Item[]> {
    const { items } = this.#partition(asked);
    for (let at = 0; at < items.length; at += pageItems) {
      yield items.slice(at, at + pageItems).map((item) => only(item, attributes));
    }
  }

  /** In the order of the sort key, as the index shows them. */
  #partition({ in: table, index, partition }: Omit<Partition, 'attributes'>) {
    const indexes: Readonly<Record<string, IndexLayout>> = storeLayouts[table].indexes;
    const layout = indexes[index];
    if (layout === undefined) throw new DatabaseError('refused', `table ${table} has no index ${index}`);
    const sortKey = (item: Item): string => String(item[layout.sort]);
    const items = this.items(table)
      .filter((item) => item[layout.partition] === partition && item[layout.sort] !== undefined)
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      .map((item) => projected(item, layout));
    return { items, sortKey };
  }

  #apply(write: Write): Item {
    const table = this.#table(write.in);
    const pk = keyOf(write);
    const item = 'put' in write ? write.put : { ...table.get(pk), ...write.set };
    table.set(pk, item);
    return item;
  }

  #table(name: Store): Map<string, Item> {
    const table = this.#tables.get(name) ?? new Map<string, Item>();
    this.#tables.set(name, table);
    return table;
  }
}

const keyOf = (write: Write): string => ('put' in write ? String(write.put['pk']) : write.update);

function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  if (condition.is === 'absent') return item === undefined;
  if (condition.is === 'equal') {
    return item !== undefined && Object.entries(condition.attributes).every(([name, value]) => item[name] === value);
  }
  if (item === undefined) return !condition.stands;
  const value = item[condition.attribute];
  return value === undefined || (typeof value === 'number' && value <= condition.value);
}

function projected(item: Item, { partition, sort, projects }: IndexLayout): Item {
  if (projects === undefined) return item;
  return only(item, ['pk', partition, sort, ...projects]);
}

const only = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
