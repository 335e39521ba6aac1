import { Failure } from '../../contract/failures.ts';
import type { Objects, OntologyObject } from '../../contract/objects.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { rowOf } from './item.ts';
import { objectKey, shardsOf, versionKey } from './object-item.ts';

/** An object is 1 KB as a rule, and DynamoDB ends a page at 1 MB. */
const pageItems = 1000;
/** Shards that are read at once: of 100 000 objects the read takes a quarter of the time, and four pages are held. */
const readAhead = 4;

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
      const shards = shardsOf(type).map((shard) => pages(database, shard));
      for (let at = 0; at < shards.length; at += readAhead) {
        for await (const page of merged(shards.slice(at, at + readAhead))) {
          if (now() > deadlineAt)
            throw new Failure('deadline.passed', 'reading all objects takes longer than a call may');
          yield page;
        }
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

async function* pages(database: Database, shard: string): AsyncGenerator<readonly OntologyObject[]> {
  let after: string | undefined;
  for (;;) {
    const query = { in: 'objects', index: 'byShard', partition: shard, limit: pageItems } as const;
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before it ended
    const items: readonly Item[] = await reading(
      'dependency.unavailable',
      database.query({ ...query, ...(after === undefined ? {} : { after }) }),
    );
    const page = items.map((item) => rowOf<OntologyObject>(item));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || items.length < pageItems) return;
    after = last.id;
  }
}

/** Pages of all the shards as they come; one of each is under way or held. */
async function* merged<T>(iterators: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const ask = async (iterator: AsyncGenerator<T>) => ({ iterator, answer: await iterator.next() });
  const asked = new Map(iterators.map((iterator) => [iterator, ask(iterator)]));
  while (asked.size > 0) {
    // oxlint-disable-next-line no-await-in-loop -- whichever page is there first
    const { iterator, answer } = await Promise.race(asked.values());
    if (answer.done === true) {
      asked.delete(iterator);
      continue;
    }
    asked.set(iterator, ask(iterator));
    yield answer.value;
  }
}
