import { Failure } from '../../contract/failures.ts';
import type { Objects, OntologyObject } from '../../contract/rows/objects.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { rowAttributes, rowOf } from './item.ts';
import { objectKey, shardsOf, versionKey } from './object-item.ts';

/**
 * Shards that are read at once. A page of 1 MB in about 150 ms each is 53 MB/s, which a table that has just been made gives
 * (12 000 read units, a unit 8 KB where it need not be consistent), and of sixteen at once it would not.
 */
export const shardsAtOnce = 8;

/** Live objects over the table. */
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
            'reading all objects of the type takes longer than the call may. Name objects with objects.refs, or use an exported snapshot',
          );
        // Not before it is asked for: what is held meanwhile is text, a third of what it becomes.
        yield page.map((item) => rowOf<OntologyObject>(item));
      }
    },
  };
};

const stood = ({ at }: OntologyObject, asOf: string): boolean => Date.parse(at) <= Date.parse(asOf);

/** The last of the versions 1 to `last` that stood then: versions rise with time, so half of them falls with each read. */
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

/** Pages of all the iterators as they come, so many at once; of each one page is under way or held. */
async function* merged<T>(iterators: readonly (() => AsyncGenerator<T>)[], atOnce: number): AsyncGenerator<T> {
  const waiting = iterators.values();
  const asked = new Map<AsyncGenerator<T>, Promise<readonly [AsyncGenerator<T>, IteratorResult<T>]>>();
  const ask = (iterator: AsyncGenerator<T>): void => {
    const next = iterator.next().then((answer) => [iterator, answer] as const);
    // Whoever has stopped reading waits for no page that is under way: its failure is nobody's then.
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
