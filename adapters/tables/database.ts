import type { Store } from '../../contract/platform/functions.ts';

/** Strings and numbers alone: JSON stands as its text. */
export type Item = Readonly<Record<string, string | number>>;

export type WriteCondition =
  | { readonly is: 'absent' }
  /** Stands, with these very values. */
  | { readonly is: 'equal'; readonly attributes: Item }
  /** The attribute is missing or at most this; with `stands` the item must be there. */
  | { readonly is: 'at most'; readonly attribute: string; readonly value: number; readonly stands: boolean };

export type Write =
  | { readonly put: Item; readonly in: Store; readonly if?: WriteCondition }
  | {
      /** Replaces these attributes of the item and leaves the others. */
      readonly update: string;
      readonly in: Store;
      readonly set: Item;
      readonly if: WriteCondition;
    };

export type Written =
  /** `item` is the updated one, of a single update. */
  | { readonly written: true; readonly item?: Item }
  /** Nothing was written. The conditions that failed, by the index of their write, and what stands there. */
  | { readonly written: false; readonly failed: readonly { readonly index: number; readonly stands?: Item }[] };

export interface Query {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** Of the sort key: at least, below, and strictly after. */
  readonly from?: string;
  readonly below?: string;
  readonly after?: string;
  readonly limit: number;
}

/** All that stands in one partition of an index. */
export interface Partition {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** What of each item is wanted: nothing else is handed out. */
  readonly attributes: readonly string[];
}

/** What the stores ask of a database: single items and small transactions. Each method is one request to it, or one a page. */
export interface Database {
  /** Consistent. */
  get(table: Store, pk: string): Promise<Item | undefined>;
  /** Consistent, in the order asked for; at most 100. */
  batchGet(keys: readonly { readonly in: Store; readonly pk: string }[]): Promise<readonly (Item | undefined)[]>;
  /**
   * All or nothing. The first write names whose transaction it is: where its condition fails, that is told before a
   * conflict is.
   */
  write(writes: readonly Write[]): Promise<Written>;
  /** Eventually consistent, in the order of the sort key. */
  query(query: Query): Promise<readonly Item[]>;
  /** Eventually consistent, in the order of the sort key, in pages as large as the database makes them; one may be empty. */
  pages(partition: Partition): AsyncIterable<readonly Item[]>;
}

export type DatabaseFault =
  /** For sure nothing was written. */
  | 'throttled'
  /** Another transaction holds an item; nothing was written. */
  | 'conflict'
  /** No answer: a write may have happened. */
  | 'unanswered'
  /** Not permitted, or malformed: for sure nothing was written, and asking again will not help. */
  | 'refused';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
