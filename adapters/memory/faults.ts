import { DatabaseError, type Database, type Write } from '../tables/database.ts';

/**
 * - `lost`: done, the answer lost, and done again by the client, as an SDK does by itself
 * - `unanswered`: done, and nobody hears of it
 * - `away`: not done, and nobody can say so
 * - `throttled`, `conflict`: not done, for sure; a conflict befalls writes alone
 */
export type FaultKind = 'lost' | 'unanswered' | 'away' | 'throttled' | 'conflict';

export interface DatabaseCall {
  /** Counts from 0, over all calls of the database. */
  readonly index: number;
  readonly operation: 'get' | 'batchGet' | 'write' | 'query' | 'pages';
  readonly tables: readonly string[];
}

/** Which fault befalls a call, if any; told every call before it is made, so it counts them too. */
export type FaultPlan = (call: DatabaseCall) => FaultKind | undefined;

/** The call with this index fails so, once. */
export const failCall =
  (index: number, kind: FaultKind): FaultPlan =>
  (call) =>
    call.index === index ? kind : undefined;

/** A database whose calls fail as planned. The plan is asked anew each time, so a test may change it as it goes. */
export function faulty(database: Database, plan: () => FaultPlan | undefined): Database {
  let index = 0;
  const through = async <T>(
    operation: DatabaseCall['operation'],
    tables: readonly string[],
    act: () => Promise<T>,
  ): Promise<T> => {
    const kind = plan()?.({ index: index++, operation, tables });
    if (kind === undefined || (kind === 'conflict' && operation !== 'write')) return act();
    if (kind === 'throttled' || kind === 'conflict') throw new DatabaseError(kind, operation);
    if (kind !== 'away') await act();
    if (kind === 'lost') return act();
    throw new DatabaseError('unanswered', operation);
  };
  const tablesOf = (writes: readonly Write[]): readonly string[] => writes.map((write) => write.in);
  return {
    get: (table, pk) => through('get', [table], () => database.get(table, pk)),
    batchGet: (keys) =>
      through(
        'batchGet',
        keys.map((key) => key.in),
        () => database.batchGet(keys),
      ),
    write: (writes) => through('write', tablesOf(writes), () => database.write(writes)),
    query: (query) => through('query', [query.in], () => database.query(query)),
    async *pages(partition) {
      const pages = database.pages(partition)[Symbol.asyncIterator]();
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- each page is a request of its own
        const page = await through('pages', [partition.in], () => pages.next());
        if (page.done === true) return;
        yield page.value;
      }
    },
  };
}
