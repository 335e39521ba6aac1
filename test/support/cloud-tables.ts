import {
  CreateTableCommand,
  waitUntilTableExists,
  type AttributeDefinition,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import type { Store } from '../../contract/platform/functions.ts';
import { storeLayouts, type IndexLayout, type TableLayout } from '../../contract/platform/stores.ts';

/**
 * Creates a table for every store, as the store's layout says.
 *
 * @returns the name of a store's table: the prefix and the store
 */
export async function createTables(client: DynamoDBClient, prefix: string): Promise<(store: Store) => string> {
  const nameOf = (store: Store): string => `${prefix}-${store}`;
  for (const [store, layout] of Object.entries(storeLayouts) as [Store, TableLayout][]) {
    const indexes = Object.entries(layout.indexes);
    const attributes = new Set(['pk', ...indexes.flatMap(([, { partition, sort }]) => [partition, sort])]);
    await client.send(
      new CreateTableCommand({
        TableName: nameOf(store),
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keys('pk'),
        AttributeDefinitions: [...attributes].map((AttributeName): AttributeDefinition => ({
          AttributeName,
          AttributeType: 'S',
        })),
        ...(indexes.length === 0
          ? {}
          : { GlobalSecondaryIndexes: indexes.map(([name, index]) => secondary(name, index)) }),
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 300, minDelay: 1 }, { TableName: nameOf(store) });
  }
  return nameOf;
}

const keys = (partition: string, sort?: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' } as const]),
];

const secondary = (IndexName: string, { partition, sort, projects }: IndexLayout): GlobalSecondaryIndex => ({
  IndexName,
  KeySchema: keys(partition, sort),
  Projection:
    projects === undefined ? { ProjectionType: 'ALL' } : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projects] },
});
