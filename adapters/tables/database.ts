import type { Store } from '../../contract/platform/functions.ts';

/** An item has only strings and numbers. JSON is stored as text. */
export type Item = Readonly<Record<string, string | number>>;

export type WriteCondition =
  | { readonly is: 'absent' }
  /** The item exists, and these attributes have exactly these values. */
  | { readonly is: 'equal'; readonly attributes: Item }
  /** The attribute is missing or is at most this value. If `stands` is true, the item must also exist. */
  | { readonly is: 'at most'; readonly attribute: string; readonly value: number; readonly stands: boolean };

export type Write =
  | { readonly put: Item; readonly in: Store; readonly if?: WriteCondition }
  | {
      /** Replaces these attributes of the item, removes those of `remove`, and keeps the others. */
      readonly update: string;
      readonly in: Store;
      readonly set: Item;
      readonly remove?: readonly string[];
      readonly if: WriteCondition;
    };

export type Written =
  /** The writes succeeded. `item` is the updated item, and is present only after a single update. */
  | { readonly written: true; readonly item?: Item }
  /**
   * Nothing was written. `failed` lists the failed conditions by the index of their write, with the existing item in
   * `stands`.
   */
  | { readonly written: false; readonly failed: readonly { readonly index: number; readonly stands?: Item }[] };

export interface Query {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** Bounds of the sort key: `from` is included, `below` and `after` are not. */
  readonly from?: string;
  readonly below?: string;
  readonly after?: string;
  readonly limit: number;
}

/** A request for all items in one partition of an index. */
export interface Partition {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** The names of the attributes to return. No others are returned. */
  readonly attributes: readonly string[];
}

/**
 * A database as the stores need it: single items and small transactions. Each method makes one request. A method that
 * returns several pages makes one request for each page.
 */
export interface Database {
  /** Reads an item, strongly consistent. */
  get(table: Store, pk: string): Promise<Item | undefined>;
  /** Reads at most 100 items, strongly consistent, and returns them in the order of the keys. */
  batchGet(keys: readonly { readonly in: Store; readonly pk: string }[]): Promise<readonly (Item | undefined)[]>;
  /**
   * Writes all items or none. The first write identifies the transaction: if its condition fails, that is reported
   * before a conflict.
   */
  write(writes: readonly Write[]): Promise<Written>;
  /** Reads items in the order of the sort key, eventually consistent. */
  query(query: Query): Promise<readonly Item[]>;
  /**
   * Reads items in the order of the sort key, eventually consistent. The database decides the size of a page, and a
   * page may be empty.
   */
  pages(partition: Partition): AsyncIterable<readonly Item[]>;
}

export type DatabaseFault =
  /** The database was busy. Nothing was written. */
  | 'throttled'
  /** Another transaction holds an item. Nothing was written. */
  | 'conflict'
  /** The database did not answer. The write may have happened. */
  | 'unanswered'
  /** The request is not permitted or malformed. Nothing was written, and a retry would fail too. */
  | 'refused';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
