import { Failure } from '../../contract/failures.ts';
import type { Objects, OntologyObject } from '../../contract/rows/objects.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { rowAttributes, rowOf } from './item.ts';
import { objectKey, shardsOf, versionKey } from './object-item.ts';

/**
 * The number of shards that are read at once. Eight pages of 1 MB in about 150 ms are 53 MB/s. A new table supports
 * that: 12 000 read units of 8 KB for eventually consistent reads. Sixteen at once would exceed it.
 */
export const shardsAtOnce = 8;

/** Reads live objects from their table. */
export const objects = (database: Database, now: () => number = Date.now): Objects => {
  const row = async (pk: string): Promise<OntologyObject | undefined> => {
    const item = await reading('dependency.unavailable', database.get('objects', pk));
    return item && rowOf<OntologyObject>(item);
  };
  return {
    async get(type, id, asOf) {
      const newest = await row(objectKey(type, id));
      if (!newest || asOf === undefined || stood(newest, asOf)) return newest;
      return versionAt(asOf, newest.version - 1, (version) => row(versionKey(type, id, version)));
    },

    async *scan(type, deadlineAt = Number.POSITIVE_INFINITY) {
      const shards = shardsOf(type).map((shard) => () => pages(database, shard));
      for await (const page of merged(shards, shardsAtOnce)) {
        if (now() > deadlineAt)
          throw new Failure(
            'deadline.passed',
            'the objects of the type cannot all be read before the deadline of the call. List single objects in the argument objects.refs, or use a tool that reads exported objects',
          );
        // A page is parsed only when it is asked for. As text it takes a third of the memory.
        yield page.map((item) => rowOf<OntologyObject>(item));
      }
    },
  };
};

const stood = ({ at }: OntologyObject, asOf: string): boolean => Date.parse(at) <= Date.parse(asOf);

/**
 * Finds the newest of the versions 1 to `last` that existed at `asOf`. Versions are in the order of time, so each read
 * halves the range.
 */
async function versionAt(
  asOf: string,
  last: number,
  read: (version: number) => Promise<OntologyObject | undefined>,
): Promise<OntologyObject | undefined> {
  let [low, high] = [1, last];
  let found: OntologyObject | undefined;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    // oxlint-disable-next-line no-await-in-loop -- each read decides what is read next
    const version = await read(middle);
    if (version && stood(version, asOf)) {
      found = version;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}

async function* pages(database: Database, shard: string): AsyncGenerator<readonly Item[]> {
  const asked = { in: 'objects', index: 'byShard', partition: shard, attributes: rowAttributes } as const;
  const iterator = database.pages(asked)[Symbol.asyncIterator]();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before it ended
    const page = await reading('dependency.unavailable', iterator.next());
    if (page.done === true) return;
    yield page.value;
  }
}

/**
 * Yields the pages of all iterators as they arrive, from `atOnce` iterators at a time. Of each of these iterators, at
 * most one page is requested or held.
 */
async function* merged<T>(iterators: readonly (() => AsyncGenerator<T>)[], atOnce: number): AsyncGenerator<T> {
  const waiting = iterators.values();
  const asked = new Map<AsyncGenerator<T>, Promise<readonly [AsyncGenerator<T>, IteratorResult<T>]>>();
  const ask = (iterator: AsyncGenerator<T>): void => {
    const next = iterator.next().then((answer) => [iterator, answer] as const);
    // If the reader stops early, nobody awaits the requested pages, so their failures are ignored.
    next.catch(() => {});
    asked.set(iterator, next);
  };
  const begin = (): void => {
    const { value } = waiting.next();
    if (value !== undefined) ask(value());
  };
  for (let i = 0; i < atOnce; i += 1) begin();
  while (asked.size > 0) {
    // oxlint-disable-next-line no-await-in-loop -- whichever page is there first
    const [iterator, answer] = await Promise.race(asked.values());
    if (answer.done === true) {
      asked.delete(iterator);
      begin();
      continue;
    }
    ask(iterator);
    yield answer.value;
  }
}
