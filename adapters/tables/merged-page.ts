import type { Database, Item, Query } from './database.ts';
import { itemText } from './item.ts';

export interface Merged {
  /**
   * The partitions to read. All partitions of the first group are read before those of the second one. A row moves only
   * from a partition of an earlier group to one of a later group, so a row that moves meanwhile is not missed.
   */
  readonly groups: readonly (readonly Pick<Query, 'in' | 'index' | 'partition'>[])[];
  /** The attribute that sorts all these partitions. Its values are unique. */
  readonly sort: string;
  readonly after?: string;
  readonly below?: string;
  readonly limit: number;
}

export interface MergedPage {
  /** At most `limit` items in the order of the sort key, each item once. */
  readonly items: readonly Item[];
  /** The sort key up to which every partition was read. Undefined if every partition was read to its end. */
  readonly next?: string;
}

/** The least number of items that are read of each partition. */
const leastRead = 10;

/** Reads one page of several partitions, as if they were one. */
export async function mergedPage(database: Pick<Database, 'query'>, merged: Merged): Promise<MergedPage> {
  const { groups, sort, after, below, limit } = merged;
  const each = Math.max(leastRead, Math.ceil((2 * limit) / Math.max(1, groups.flat().length)));
  const span = { ...(after === undefined ? {} : { after }), ...(below === undefined ? {} : { below }), limit: each };
  const read: (readonly Item[])[] = [];
  for (const group of groups)
    read.push(...(await Promise.all(group.map((partition) => database.query({ ...partition, ...span })))));
  const keyOf = (item: Item): string => itemText(item, sort);
  // A partition that was not read to its end may have more items after its last one, so the page ends there.
  const [end] = read.flatMap((items) => (items.length < each ? [] : items.slice(-1).map(keyOf))).sort();
  const found = [...new Map(read.flat().map((item) => [itemText(item, 'pk'), item])).values()]
    .filter((item) => end === undefined || keyOf(item) <= end)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  const next = last === undefined ? end : keyOf(last);
  return { items, ...(next === undefined ? {} : { next }) };
}
