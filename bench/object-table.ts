import { createServer } from 'node:http';
import { putObject } from '../adapters/tables/object-item.ts';
import type { Item } from '../adapters/tables/database.ts';
import type { OntologyObject } from '../contract/rows/objects.ts';

/**
 * Size at which DynamoDB ends a page of a query, counting names and values of items (Amazon DynamoDB Developer Guide,
 * Query).
 */
const pageBytes = 1024 * 1024;

/** Server on the loopback that answers the queries of a scan immediately, in DynamoDB's wire format. */
export interface ObjectTable {
  readonly endpoint: string;
  /** Number of pages into which DynamoDB would divide the items. */
  readonly pages: number;
  close(): Promise<void>;
}

export async function objectTable(objects: Iterable<OntologyObject>): Promise<ObjectTable> {
  const shards = new Map<string, Page[]>();
  for (const object of objects) {
    const [write] = putObject(object);
    if ('put' in write) add(shards, write.put);
  }
  const bodies = new Map([...shards].map(([shard, pages]) => [shard, pages.map(bodyOf)]));
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
      const shard = asked.ExpressionAttributeValues[':v0'].S;
      const body = bodies.get(shard)?.[Number(asked.ExclusiveStartKey?.pk.S ?? 0)] ?? '{}';
      response.setHeader('content-type', 'application/x-amz-json-1.0').end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    pages: [...bodies.values()].reduce((sum, { length }) => sum + length, 0),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

interface Asked {
  readonly ExpressionAttributeValues: { readonly ':v0': { readonly S: string } };
  readonly ExclusiveStartKey?: { readonly pk: { readonly S: string } };
}

interface Page {
  bytes: number;
  readonly items: Item[];
}

function add(shards: Map<string, Page[]>, item: Item): void {
  const shard = String(item['shard']);
  const pages = shards.get(shard) ?? [];
  shards.set(shard, pages);
  const bytes = Object.entries(item).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  const last = pages.at(-1);
  if (last === undefined || last.bytes + bytes > pageBytes) return void pages.push({ bytes, items: [item] });
  last.bytes += bytes;
  last.items.push(item);
}

/**
 * Returns the answer to one query: the attributes that the scan asks for, and the key at which the next page begins.
 */
function bodyOf({ items }: Page, at: number, { length }: readonly Page[]): Buffer {
  const Items = items.map(({ schemaVersion, row }) => ({
    schemaVersion: { N: String(schemaVersion) },
    row: { S: row },
  }));
  const next = at + 1 < length ? { LastEvaluatedKey: { pk: { S: String(at + 1) } } } : {};
  return Buffer.from(JSON.stringify({ Items, Count: Items.length, ScannedCount: Items.length, ...next }));
}
