import { ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListBucketsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { contentClient, dynamoClient } from '../../../adapters/aws/client.ts';

/**
 * The result of a search: how many items and objects were searched, and which places contain the text, as `table <name>` or
 * `s3://bucket/key`.
 */
export interface Searched {
  readonly items: number;
  readonly objects: number;
  readonly found: readonly string[];
}

/** Searches every item of every table and every object of every bucket of the account for a text. */
export async function searchStores(text: string): Promise<Searched> {
  const { endpoint, region, credentials } = inject('deployment').demo;
  const elsewhere = { endpoint, region, credentials };
  const [tables, buckets] = [await searchTables(text, elsewhere), await searchBuckets(text, elsewhere)];
  return { items: tables.count, objects: buckets.count, found: [...tables.found, ...buckets.found] };
}

type Elsewhere = NonNullable<Parameters<typeof dynamoClient>[0]>;
interface Found {
  readonly count: number;
  readonly found: readonly string[];
}

async function searchTables(text: string, elsewhere: Elsewhere): Promise<Found> {
  const client = dynamoClient(elsewhere);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const found: string[] = [];
  let count = 0;
  for (const TableName of TableNames) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      count += Items.length;
      if (Items.some((item) => JSON.stringify(item).includes(text))) found.push(`table ${TableName}`);
    }
  }
  return { count, found: [...new Set(found)] };
}

async function searchBuckets(text: string, elsewhere: Elsewhere): Promise<Found> {
  const client = contentClient(elsewhere);
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  const found: string[] = [];
  let count = 0;
  for (const { Name: Bucket = '' } of Buckets) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key = '' } of Contents) {
        count += 1;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        if (bytes.includes(text)) found.push(`s3://${Bucket}/${Key}`);
      }
    }
  }
  return { count, found };
}
