import {
  BatchGetItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
  type Put,
  type Update,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../contract/platform/functions.ts';
import { storeLayouts, type IndexLayout } from '../../contract/platform/stores.ts';
import {
  DatabaseError,
  type Database,
  type Item,
  type Partition,
  type Query,
  type Write,
  type Written,
} from '../tables/database.ts';
import { fromAttributes, toAttributes, type Attributes } from './attributes.ts';
import { databaseError, writtenOr } from './database-error.ts';
import { conditionExpression, keyExpression, Placeholders, updateExpression } from './expressions.ts';

/**
 * The number of requests for one batch read. DynamoDB leaves keys unread if it throttles or if the answer exceeds 16
 * MB.
 */
const batchRounds = 6;

type Key = { readonly in: Store; readonly pk: string };

/**
 * Stores the platform's tables in DynamoDB.
 * @param nameOf returns the deployed name of a table, or throws if the function was not given that table
 */
export class DynamoDatabase implements Database {
  readonly #client: DynamoDBClient;
  readonly #nameOf: (store: Store) => string;

  constructor(client: DynamoDBClient, nameOf: (store: Store) => string) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  async get(table: Store, pk: string): Promise<Item | undefined> {
    const command = new GetItemCommand({
      TableName: this.#nameOf(table),
      Key: toAttributes({ pk }),
      ConsistentRead: true,
    });
    const { Item: found } = await answered(this.#client.send(command));
    return found && fromAttributes(found);
  }

  async batchGet(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    if (keys.length === 0) return [];
    let asked = this.#byTable(keys);
    const found = new Map<string, Item>();
    for (let round = 0; round < batchRounds; round += 1) {
      if (round > 0) await sleep(Math.random() * 25 * 2 ** round);
      const RequestItems = Object.fromEntries(
        Object.entries(asked).map(([name, Keys]) => [name, { Keys, ConsistentRead: true }]),
      );
      const answer = await answered(this.#client.send(new BatchGetItemCommand({ RequestItems })));
      for (const [name, items] of Object.entries(answer.Responses ?? {})) {
        for (const item of items.map(fromAttributes)) found.set(`${name} ${item['pk']}`, item);
      }
      asked = Object.fromEntries(
        Object.entries(answer.UnprocessedKeys ?? {}).map(([name, { Keys = [] }]) => [name, Keys]),
      );
      if (Object.keys(asked).length === 0) return keys.map((key) => found.get(`${this.#nameOf(key.in)} ${key.pk}`));
    }
    throw new DatabaseError('throttled', 'DynamoDB did not return all keys of a batch read, even after all retries');
  }

  async write(writes: readonly Write[]): Promise<Written> {
    const [only] = writes;
    if (only === undefined) return { written: true };
    try {
      return writes.length === 1 ? await this.#single(only) : await this.#together(writes);
    } catch (error) {
      return writtenOr(error);
    }
  }

  async query(query: Query): Promise<readonly Item[]> {
    const keys = indexOf(query);
    const { from = '', after = '', below, limit } = query;
    // DynamoDB rejects a range whose end is before its start. No item can be in such a range.
    if (below !== undefined && (from > below || after > below)) return [];
    const within = (item: Item): boolean => {
      const sort = String(item[keys.sort]);
      return sort >= from && (query.after === undefined || sort > after) && (below === undefined || sort < below);
    };
    const items: Item[] = [];
    let next: Attributes | undefined;
    do {
      const page = await this.#page(query, keys, next);
      items.push(...page.items.filter(within));
      next = page.next;
    } while (next !== undefined && items.length < limit);
    return items.slice(0, limit);
  }

  /** Reads pages without a limit of items, because DynamoDB ends a page at 1 MB. */
  async *pages(asked: Partition): AsyncGenerator<readonly Item[]> {
    const keys = indexOf(asked);
    let next: Attributes | undefined;
    do {
      const page = await this.#page(asked, keys, next);
      yield page.items;
      next = page.next;
    } while (next !== undefined);
  }

  async #page(
    asked: Query | Partition,
    keys: IndexLayout,
    start: Attributes | undefined,
  ): Promise<{ items: Item[]; next?: Attributes }> {
    const placeholders = new Placeholders();
    const command = new QueryCommand({
      TableName: this.#nameOf(asked.in),
      IndexName: asked.index,
      KeyConditionExpression: keyExpression(keys, asked, placeholders),
      ...('attributes' in asked
        ? { ProjectionExpression: asked.attributes.map((name) => placeholders.name(name)).join(', ') }
        : // BETWEEN is inclusive at both ends and this query is not. Up to two more items are read and left out.
          { Limit: asked.limit + 2 }),
      ...placeholders.used,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await answered(this.#client.send(command));
    return { items: Items.map(fromAttributes), ...(LastEvaluatedKey && { next: LastEvaluatedKey }) };
  }

  async #single(write: Write): Promise<Written> {
    if ('put' in write) {
      await this.#client.send(new PutItemCommand(this.#put(write)));
      return { written: true, item: write.put };
    }
    const command = new UpdateItemCommand({ ...this.#update(write), ReturnValues: 'ALL_NEW' });
    const { Attributes: item } = await this.#client.send(command);
    return { written: true, ...(item && { item: fromAttributes(item) }) };
  }

  /**
   * Writes a transaction without a `ClientRequestToken` of its own. The SDK makes a token for each command and reuses
   * it for retries, so DynamoDB recognises the retry of a write that succeeded. A token derived from the call's key
   * would be wrong: for ten minutes, DynamoDB would report success for another call with equal bytes, and would reject
   * a repeated call whose writes have changed. The conditions show whose write succeeded.
   */
  async #together(writes: readonly Write[]): Promise<Written> {
    const TransactItems = writes.map((write) =>
      'put' in write ? { Put: this.#put(write) } : { Update: this.#update(write) },
    );
    await this.#client.send(new TransactWriteItemsCommand({ TransactItems }));
    return { written: true };
  }

  #put(write: Extract<Write, { put: Item }>): Put {
    const placeholders = new Placeholders();
    return {
      TableName: this.#nameOf(write.in),
      Item: toAttributes(write.put),
      ...(write.if && {
        ConditionExpression: conditionExpression(write.if, placeholders),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        ...placeholders.used,
      }),
    };
  }

  #update(write: Extract<Write, { update: string }>): Update {
    const placeholders = new Placeholders();
    return {
      TableName: this.#nameOf(write.in),
      Key: toAttributes({ pk: write.update }),
      UpdateExpression: updateExpression(write.set, write.remove ?? [], placeholders),
      ConditionExpression: conditionExpression(write.if, placeholders),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...placeholders.used,
    };
  }

  #byTable(keys: readonly Key[]): Record<string, Attributes[]> {
    const tables: Record<string, Attributes[]> = {};
    for (const key of new Map(keys.map((key) => [`${key.in} ${key.pk}`, key])).values()) {
      (tables[this.#nameOf(key.in)] ??= []).push(toAttributes({ pk: key.pk }));
    }
    return tables;
  }
}

function indexOf({ in: store, index }: Pick<Query, 'in' | 'index'>): IndexLayout {
  const indexes: Readonly<Record<string, IndexLayout>> = storeLayouts[store].indexes;
  const keys = indexes[index];
  if (keys === undefined) throw new DatabaseError('refused', `store ${store} does not have the index ${index}`);
  return keys;
}

const answered = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw databaseError(error);
  });
