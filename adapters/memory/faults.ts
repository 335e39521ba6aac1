import { DatabaseError, type Database, type Write } from '../tables/database.ts';

/**
 * How a call fails. `lost`: the call was carried out but its answer was lost, so the client repeats it as an SDK would.
 * `unanswered`: it was carried out, but the caller gets no answer. `away`: it was not carried out, and the caller
 * cannot know that. `throttled` and `conflict`: it was certainly not carried out. Only writes can have a conflict.
 */
export type FaultKind = 'lost' | 'unanswered' | 'away' | 'throttled' | 'conflict';

export interface DatabaseCall {
  /** The number of the call, counted from 0 over all calls of the database. */
  readonly index: number;
  readonly operation: 'get' | 'batchGet' | 'write' | 'query' | 'pages';
  readonly tables: readonly string[];
}

/**
 * Returns the fault of a call, or undefined if the call succeeds. It is called before each call, so it can also count
 * them.
 */
export type FaultPlan = (call: DatabaseCall) => FaultKind | undefined;

/** Makes only the call with this index fail. */
export const failCall =
  (index: number, kind: FaultKind): FaultPlan =>
  (call) =>
    call.index === index ? kind : undefined;

/**
 * Returns a database whose calls fail as planned. The plan is read before each call, so a test may change it at any
 * time.
 */
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
