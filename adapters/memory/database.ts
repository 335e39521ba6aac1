import type { Store } from '../../contract/platform/functions.ts';
import { compareCodePoints } from '../../contract/values/code-points.ts';
import { storeLayouts, type IndexLayout } from '../../contract/platform/stores.ts';
import { mustBeItem, mustBeKey, mustBeTaken } from './limits.ts';
import {
  DatabaseError,
  type WriteCondition,
  type Database,
  type Item,
  type Partition,
  type Query,
  type Write,
  type Written,
} from '../tables/database.ts';

/** A page has few items, so that tests read several pages. */
const pageItems = 100;

/**
 * Simulated effects of a distributed database. If no effect is set, each read sees the last write, and no transactions
 * conflict.
 */
export interface Weather {
  /**
   * Returns true if this transaction must fail because another transaction holds an item. Called once for each write of
   * several items.
   */
  readonly conflicts?: () => boolean;
  /**
   * Returns the milliseconds after which an index shows a write. Called once for each write. A read by key sees the
   * write at once.
   */
  readonly indexLagMillis?: () => number;
  readonly now?: () => number;
}

/**
 * Tables in memory, with the same limits as DynamoDB. A write runs without interruption, so transactions are atomic and
 * happen one after another.
 */
export class MemoryDatabase implements Database {
  readonly #tables = new Map<Store, Map<string, Item>>();
  /** Earlier states of items, which an index still shows. */
  readonly #shown = new Map<string, readonly { readonly until: number; readonly item: Item | undefined }[]>();
  /** The effects that are in force. A test may change them at any time. */
  weather: Weather = {};

  /** Returns all items of a table in the order in which they were put. Only for tests. */
  items(table: Store): readonly Item[] {
    return [...this.#table(table).values()];
  }

  async get(table: Store, pk: string): Promise<Item | undefined> {
    mustBeKey(pk);
    return this.#table(table).get(pk);
  }

  async batchGet(keys: readonly { in: Store; pk: string }[]): Promise<readonly (Item | undefined)[]> {
    if (keys.length > 100) throw new DatabaseError('refused', 'a batch read takes at most 100 keys');
    for (const { pk } of keys) mustBeKey(pk);
    return keys.map((key) => this.#table(key.in).get(key.pk));
  }

  async write(writes: readonly Write[]): Promise<Written> {
    // Gives other calls that began at the same time a chance to run first, as calls to a server would have.
    await Promise.resolve();
    mustBeTaken(writes, keyOf);
    if (writes.length > 1 && this.weather.conflicts?.() === true) throw new DatabaseError('conflict', 'write');
    const failed = writes.flatMap((write, index) => {
      const stands = this.#table(write.in).get(keyOf(write));
      if (holds(write.if, stands)) return [];
      return [stands === undefined ? { index } : { index, stands }];
    });
    if (failed.length > 0) return { written: false, failed };
    for (const write of writes) mustBeItem(write.in, this.#after(write));
    const items = writes.map((write) => this.#apply(write));
    const [only] = items;
    return writes.length === 1 && only !== undefined ? { written: true, item: only } : { written: true };
  }

  async query({ from, below, after, limit, ...asked }: Query): Promise<readonly Item[]> {
    const { items, sortKey } = this.#partition(asked);
    return items
      .filter((item) => from === undefined || byBytes(sortKey(item), from) >= 0)
      .filter((item) => below === undefined || byBytes(sortKey(item), below) < 0)
      .filter((item) => after === undefined || byBytes(sortKey(item), after) > 0)
      .slice(0, limit);
  }

  async *pages({ attributes, ...asked }: Partition): AsyncGenerator<readonly Item[]> {
    const { items } = this.#partition(asked);
    for (let at = 0; at < items.length; at += pageItems) {
      yield items.slice(at, at + pageItems).map((item) => only(item, attributes));
    }
  }

  /** Returns the items in one partition of an index, sorted by the sort key, as the index shows them now. */
  #partition({ in: table, index, partition }: Omit<Partition, 'attributes'>) {
    const indexes: Readonly<Record<string, IndexLayout>> = storeLayouts[table].indexes;
    const layout = indexes[index];
    if (layout === undefined) throw new DatabaseError('refused', `table ${table} does not have the index ${index}`);
    const sortKey = (item: Item): string => String(item[layout.sort]);
    mustBeKey(partition);
    const items = [...this.#table(table).keys()]
      .map((pk) => this.#inIndexes(table, pk))
      .filter((item) => item !== undefined)
      .filter((item) => item[layout.partition] === partition && item[layout.sort] !== undefined)
      .sort((a, b) => byBytes(sortKey(a), sortKey(b)) || byBytes(String(a['pk']), String(b['pk'])))
      .map((item) => projected(item, layout));
    return { items, sortKey };
  }

  /** Returns an item as an index shows it now. Until the last write has reached the index, that is an earlier state. */
  #inIndexes(table: Store, pk: string): Item | undefined {
    const older = this.#shown.get(`${table} ${pk}`)?.find(({ until }) => until > this.#now());
    return older === undefined ? this.#table(table).get(pk) : older.item;
  }

  #after(write: Write): Item {
    if ('put' in write) return write.put;
    const merged = { ...this.#table(write.in).get(write.update), ...write.set };
    return Object.fromEntries(Object.entries(merged).filter(([name]) => write.remove?.includes(name) !== true));
  }

  #apply(write: Write): Item {
    const table = this.#table(write.in);
    const pk = keyOf(write);
    const item = this.#after(write);
    const lag = this.weather.indexLagMillis?.() ?? 0;
    if (lag > 0) {
      const key = `${write.in} ${pk}`;
      const before = (this.#shown.get(key) ?? []).filter(({ until }) => until > this.#now());
      this.#shown.set(key, [...before, { until: this.#now() + lag, item: table.get(pk) }]);
    }
    table.set(pk, item);
    return item;
  }

  #now(): number {
    return (this.weather.now ?? Date.now)();
  }

  #table(name: Store): Map<string, Item> {
    const table = this.#tables.get(name) ?? new Map<string, Item>();
    this.#tables.set(name, table);
    return table;
  }
}

/**
 * Sorts texts as DynamoDB does, by their UTF-8 bytes, which is the order of code points. JavaScript sorts by UTF-16
 * units, which differs for characters beyond U+FFFF.
 */
const byBytes = compareCodePoints;

const keyOf = (write: Write): string => ('put' in write ? String(write.put['pk']) : write.update);

function holds(condition: WriteCondition | undefined, item: Item | undefined): boolean {
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
