import type { Store } from '../../contract/platform/functions.ts';

/** Only strings and numbers. JSON is stored as text. */
export type Item = Readonly<Record<string, string | number>>;

export type WriteCondition =
  | { readonly is: 'absent' }
  /** The item exists and has exactly these values. */
  | { readonly is: 'equal'; readonly attributes: Item }
  /** The attribute is missing or at most this value. If `stands` is true, the item must exist. */
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
  /** `item` is the updated item. Only for a single update. */
  | { readonly written: true; readonly item?: Item }
  /**
   * Nothing was written. Lists the conditions that failed, by the index of their write, and the items that exist there.
   */
  | { readonly written: false; readonly failed: readonly { readonly index: number; readonly stands?: Item }[] };

export interface Query {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** Bounds of the sort key: at least, below, and strictly after. */
  readonly from?: string;
  readonly below?: string;
  readonly after?: string;
  readonly limit: number;
}

/** All items in one partition of an index. */
export interface Partition {
  readonly in: Store;
  readonly index: string;
  readonly partition: string;
  /** The attributes that are wanted. No others are returned. */
  readonly attributes: readonly string[];
}

/**
 * A database as the stores need it: single items and small transactions. Each method is one request, or one request for
 * each page.
 */
export interface Database {
  /** Consistent. */
  get(table: Store, pk: string): Promise<Item | undefined>;
  /** A consistent read, in the order of the keys; at most 100. */
  batchGet(keys: readonly { readonly in: Store; readonly pk: string }[]): Promise<readonly (Item | undefined)[]>;
  /**
   * Writes all or nothing. The first write names whose transaction it is: if its condition fails, that is reported
   * before a conflict.
   */
  write(writes: readonly Write[]): Promise<Written>;
  /** Eventually consistent, in the order of the sort key. */
  query(query: Query): Promise<readonly Item[]>;
  /** Eventually consistent, in the order of the sort key, in pages of the database's own size. A page may be empty. */
  pages(partition: Partition): AsyncIterable<readonly Item[]>;
}

export type DatabaseFault =
  /** Nothing was written, for sure. */
  | 'throttled'
  /** Another transaction holds an item. Nothing was written. */
  | 'conflict'
  /** No answer. A write may have happened. */
  | 'unanswered'
  /** Not permitted, or malformed. Nothing was written, for sure, and a retry does not help. */
  | 'refused';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
