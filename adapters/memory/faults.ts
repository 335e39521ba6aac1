import { DatabaseError, type Database, type Write } from '../tables/database.ts';

/**
 * `lost`: done, but the answer was lost, and the client repeats it, as an SDK does.
 * `unanswered`: done, but the caller gets no answer.
 * `away`: not done, and the caller cannot know.
 * `throttled`, `conflict`: certainly not done. Only writes conflict.
 */
export type FaultKind = 'lost' | 'unanswered' | 'away' | 'throttled' | 'conflict';

export interface DatabaseCall {
  /** Counted from 0 over all calls of the database. */
  readonly index: number;
  readonly operation: 'get' | 'batchGet' | 'write' | 'query' | 'pages';
  readonly tables: readonly string[];
}

/** The fault of a call, if any. It is called before each call, so it can count them. */
export type FaultPlan = (call: DatabaseCall) => FaultKind | undefined;

/** Makes the call with this index fail once. */
export const failCall =
  (index: number, kind: FaultKind): FaultPlan =>
  (call) =>
    call.index === index ? kind : undefined;

/** A database whose calls fail as planned. The plan is read before each call, so a test may change it at any time. */
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
