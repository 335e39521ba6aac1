import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/*
 * A program that answers like the tables of DynamoDB, as far as calls need it, and counts requests and write units. Both
 * sides of the comparison use it, in a process of its own, so its work is in nobody's figure. A condition holds if it
 * names no attribute that must be missing, or if the item does not exist.
 */
const item = z.record(z.string(), z.record(z.string(), z.json()));
type Item = z.infer<typeof item>;
const put = z.object({ TableName: z.string(), Item: item, ConditionExpression: z.string().optional() });
const update = z.object({
  TableName: z.string(),
  Key: item,
  UpdateExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
});
const key = z.object({ TableName: z.string(), Key: item });

const tables = new Map<string, Map<string, Item>>();
const counted = { writeUnits: 0 };

const idOf = (one: Item): string => JSON.stringify(one['pk'] ?? one['id']);
const tableOf = (name: string): Map<string, Item> => {
  const table = tables.get(name) ?? new Map<string, Item>();
  tables.set(name, table);
  return table;
};

/** Returns the write units of an item: one for each started KB. */
const unitsOf = (one: Item): number => {
  const bytes = Object.entries(one).reduce(
    (sum, [name, value]) => sum + name.length + Buffer.byteLength(Object.values(value).map(String).join('')),
    0,
  );
  return Math.max(1, Math.ceil(bytes / 1024));
};

interface Refused {
  readonly existing: Item;
}

/** Returns the existing item if the condition of a write does not hold. A refused write uses units too, as in DynamoDB. */
function refusedBy({ TableName, Item: asked, ConditionExpression = '' }: z.infer<typeof put>): Refused | undefined {
  const existing = tableOf(TableName).get(idOf(asked));
  return existing !== undefined && ConditionExpression.includes('attribute_not_exists') ? { existing } : undefined;
}

function write(asked: z.infer<typeof put>, factor = 1): void {
  tableOf(asked.TableName).set(idOf(asked.Item), asked.Item);
  counted.writeUnits += factor * unitsOf(asked.Item);
}

const operations: Readonly<Record<string, (body: unknown) => { readonly status?: number; readonly answer: object }>> = {
  PutItem: (body) => {
    const asked = put.parse(body);
    const refused = refusedBy(asked);
    if (refused === undefined) {
      write(asked);
      return { answer: {} };
    }
    counted.writeUnits += unitsOf(refused.existing);
    return { status: 400, answer: { __type: 'ConditionalCheckFailedException', Item: refused.existing } };
  },
  UpdateItem: (body) => {
    const { TableName, Key, UpdateExpression, ...more } = update.parse(body);
    const changed: Item = { ...Key, ...tableOf(TableName).get(idOf(Key)) };
    for (const [, name = '', value = ''] of UpdateExpression.matchAll(/(#?\w+) = (:\w+)/g)) {
      changed[more.ExpressionAttributeNames[name] ?? name] = more.ExpressionAttributeValues[value] ?? {};
    }
    write({ TableName, Item: changed });
    return { answer: { Attributes: changed } };
  },
  TransactWriteItems: (body) => {
    const asked = z.object({ TransactItems: z.array(z.object({ Put: put })) }).parse(body);
    const puts = asked.TransactItems.map(({ Put }) => Put);
    const refused = puts.map(refusedBy);
    if (refused.every((one) => one === undefined)) {
      for (const one of puts) write(one, 2);
      return { answer: {} };
    }
    for (const one of puts) counted.writeUnits += 2 * unitsOf(one.Item);
    const reasons = refused.map((one) =>
      one === undefined ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', Item: one.existing },
    );
    return { status: 400, answer: { __type: 'TransactionCanceledException', CancellationReasons: reasons } };
  },
  GetItem: (body) => {
    const { TableName, Key } = key.parse(body);
    const found = tableOf(TableName).get(idOf(Key));
    return { answer: found === undefined ? {} : { Item: found } };
  },
  BatchGetItem: (body) => {
    const asked = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(item) })) }).parse(body);
    const found = Object.entries(asked.RequestItems).map(([name, { Keys }]) => [
      name,
      Keys.flatMap((one) => tableOf(name).get(idOf(one)) ?? []),
    ]);
    return { answer: { Responses: Object.fromEntries(found), UnprocessedKeys: {} } };
  },
};

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.url === '/counted') {
      response.end(JSON.stringify(counted));
      return;
    }
    const name = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const { status = 200, answer } = operations[name]?.(JSON.parse(body)) ?? {
      status: 400,
      answer: { __type: 'UnknownOperationException', message: name },
    };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`);
});
// The program ends with the process that started it.
process.stdin.on('end', () => process.exit(0)).resume();
