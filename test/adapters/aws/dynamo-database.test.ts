import {
  DynamoDBServiceException,
  TransactionCanceledException,
  type CancellationReason,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { tableName } from '../../../adapters/aws/table-names.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import { collected } from '../../support/collected.ts';
import { countingClient } from '../../support/counting-client.ts';
import { createTables } from '../../support/cloud-tables.ts';
import { localAws } from '../../support/local-aws.ts';
import { someAction, someAttachment, someKey, someRecord, someTask, someTransition } from '../../support/rows.ts';
import { faultClient } from '../../support/sdk-faults.ts';

let nameOf: (store: Store) => string;
localAws('dynamo', async () => {
  nameOf = await createTables(dynamoClient(), 'dynamo');
});

/** A client that answers its commands from a list, in order. Each entry is an output or an error. */
function answeredBy(...answers: readonly (object | Error)[]): { client: DynamoDBClient; inputs: unknown[] } {
  const inputs: unknown[] = [];
  const client = dynamoClient();
  client.middlewareStack.add(
    () => async (args) => {
      const answer = answers[Math.min(inputs.length, answers.length - 1)] ?? {};
      inputs.push(args.input);
      if (answer instanceof Error) throw answer;
      return { output: { $metadata: {}, ...answer }, response: {} };
    },
    { name: 'answer', step: 'initialize', priority: 'low' },
  );
  return { client, inputs };
}

const store = (client: DynamoDBClient) => new DynamoDatabase(client, (table) => table);

const cancelled = (...codes: readonly (string | CancellationReason)[]): Error =>
  new TransactionCanceledException({
    $metadata: { httpStatusCode: 400 },
    message: 'cancelled',
    CancellationReasons: codes.map((code) => (typeof code === 'string' ? { Code: code } : code)),
  });

const refusal = (name: string): Error =>
  new DynamoDBServiceException({ name, $fault: 'client', $metadata: { httpStatusCode: 400 }, message: name });

const twoWrites = [
  { put: { pk: 'a' }, in: 'ledger', if: { is: 'absent' } },
  { put: { pk: 'b' }, in: 'tasks', if: { is: 'absent' } },
] as const;

describe('Answers of DynamoDB', () => {
  test('If the condition of the first write failed, that is reported, even if another write had a conflict', async () => {
    const mine = { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' }, version: { N: '3' } } };
    const { client } = answeredBy(cancelled(mine, 'TransactionConflict'));
    const answer = await store(client).write(twoWrites);
    expect(answer).toEqual({ written: false, failed: [{ index: 0, stands: { pk: 'a', version: 3 } }] });
  });

  test('If the first write had a conflict, that is reported, even if the condition of another write failed', async () => {
    const { client } = answeredBy(cancelled('TransactionConflict', 'ConditionalCheckFailed'));
    await expect(store(client).write(twoWrites)).rejects.toMatchObject({ fault: 'conflict' });
  });

  test.each([
    ['ThrottlingError', 'throttled'],
    ['ProvisionedThroughputExceeded', 'throttled'],
    ['ValidationError', 'refused'],
  ])('If a transaction is cancelled because of %s, the fault is %s', async (reason, fault) => {
    const { client } = answeredBy(cancelled('None', reason));
    await expect(store(client).write(twoWrites)).rejects.toMatchObject({ fault });
  });

  test('If the function lacks a permission on the table, the call fails with the code `internal`', async () => {
    const { client } = answeredBy(refusal('AccessDeniedException'));
    await expect(store(client).get('ledger', 'a')).rejects.toMatchObject({ fault: 'refused' });
    const key = someKey();
    await expect(ledger(store(client)).record(key, someRecord(key))).rejects.toMatchObject({ code: 'internal' });
  });

  test('If a batch read leaves keys unread, they are read again, but at most five times', async () => {
    const key = { pk: { S: 'a' } };
    const unread = { UnprocessedKeys: { ledger: { Keys: [key] } } };
    const { client, inputs } = answeredBy(unread, { Responses: { ledger: [{ ...key, n: { N: '1' } }] } });
    expect(await store(client).batchGet([{ in: 'ledger', pk: 'a' }])).toEqual([{ pk: 'a', n: 1 }]);
    expect(inputs).toHaveLength(2);
    const never = answeredBy(unread);
    const asked = store(never.client).batchGet([{ in: 'ledger', pk: 'a' }]);
    await expect(asked).rejects.toMatchObject({ fault: 'throttled' });
    expect(never.inputs).toHaveLength(6);
  });

  test('Every read of an item by its key is consistent', async () => {
    const { client, inputs } = answeredBy({});
    await store(client).get('ledger', 'a');
    await store(client).batchGet([{ in: 'ledger', pk: 'a' }]);
    expect(inputs).toMatchObject([{ ConsistentRead: true }, { RequestItems: { ledger: { ConsistentRead: true } } }]);
  });

  test('An item with a later schema version than the code knows is refused with the code `internal`', async () => {
    const { client } = answeredBy({ Item: { pk: { S: 'x' }, schemaVersion: { N: '2' }, row: { S: '{}' } } });
    await expect(actionPlaneStore(store(client)).task('x')).rejects.toMatchObject({ code: 'internal' });
  });

  test('A query reads further pages until it has as many items as requested, or until there are no more pages', async () => {
    const page = (n: number, last: boolean) => ({
      Items: [{ pk: { S: `t${n}` }, queue: { S: 'q' }, dueAt: { S: `${n}` } }],
      ...(last ? {} : { LastEvaluatedKey: { pk: { S: `t${n}` } } }),
    });
    const { client } = answeredBy(page(1, false), page(2, false), page(3, true));
    const items = await store(client).query({ in: 'tasks', index: 'byQueue', partition: 'q', after: '1', limit: 5 });
    expect(items.map(({ pk }) => pk)).toEqual(['t2', 't3']);
  });

  test('If a partition is read, each request asks for a whole page and only for the attributes that the caller names', async () => {
    const page = (n: number, more: object = {}) => ({ Items: [{ row: { S: `${n}` } }], ...more });
    const next = { pk: { S: '1' }, shard: { S: 's' }, id: { S: '1' } };
    const { client, inputs } = answeredBy(page(1, { LastEvaluatedKey: next }), page(2));
    const asked = { in: 'objects', index: 'byShard', partition: 's', attributes: ['schemaVersion', 'row'] } as const;
    expect(await collected(store(client).pages(asked))).toEqual([[{ row: '1' }], [{ row: '2' }]]);
    const input = { ProjectionExpression: '#schemaVersion, #row', KeyConditionExpression: '#shard = :v0' };
    expect(inputs).toMatchObject([input, { ...input, ExclusiveStartKey: next }]);
    for (const one of inputs) expect(one).not.toHaveProperty('Limit');
  });

  test('If the environment does not name a table, the error names the missing variable', () => {
    vi.stubEnv('TABLE_AUDIT', '');
    expect(() => tableName('audit')).toThrow('TABLE_AUDIT');
    vi.stubEnv('TABLE_AUDIT', 'audit-1');
    expect(tableName('audit')).toBe('audit-1');
  });
});

describe('A lost answer of DynamoDB', () => {
  test('If the answer to a write was lost and its retries were throttled, the failure is ledger.unanswered, because the write may be done', async () => {
    const client = dynamoClient();
    faultClient(client, () => () => 'lost, then throttled');
    const key = someKey();
    const record = someRecord(key);
    await expect(ledger(new DynamoDatabase(client, nameOf)).record(key, record)).rejects.toMatchObject({
      code: 'ledger.unanswered',
    });
    expect(await ledger(new DynamoDatabase(dynamoClient(), nameOf)).recall(key, record.fingerprint)).toEqual(record);
  });
});

describe('The number of calls of a write', () => {
  let database: DynamoDatabase;
  let calls: ReturnType<typeof countingClient>;
  beforeAll(() => {
    const client = dynamoClient();
    calls = countingClient(client);
    database = new DynamoDatabase(client, nameOf);
  });
  const operationsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = calls.length;
    await work();
    return calls.slice(before).map(({ operation, tables }) => `${operation} ${tables.join('+')}`.trim());
  };

  test('A record without an effect takes one put of about 1 KB', async () => {
    const key = someKey('conversion');
    const { result: _result, exceptions: _exceptions, ...record } = someRecord(key);
    expect(await operationsOf(() => ledger(database).record(key, record))).toEqual(['PutItem dynamo-ledger']);
    const item = await database.get('ledger', key);
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1300);
  });

  test('Staging takes one put for each attachment and one transaction', async () => {
    const key = someKey();
    const attachments = ['{"amount":"1"}', `"${'x'.repeat(3000)}"`].map(someAttachment);
    const stage = () =>
      ledger(database).record(key, someRecord(key), { put: 'Action', row: someAction(), attachments });
    expect(await operationsOf(stage)).toEqual([
      'PutItem dynamo-actions',
      'PutItem dynamo-actions',
      'TransactWriteItems dynamo-actions+dynamo-ledger',
    ]);
  });

  test('A request for approval takes one transaction, and so does a transition', async () => {
    const action = someAction();
    const task = someTask(action);
    const key = someKey('approval-request');
    const request = () => ledger(database).record(key, someRecord(key), { put: 'Task', row: task });
    expect(await operationsOf(request)).toEqual(['TransactWriteItems dynamo-ledger+dynamo-tasks']);
    const to = { ...task, state: 'open', version: 2 } as const;
    const move = () =>
      actionPlaneStore(database).apply({ task: { from: task, to }, event: someTransition(action, action) });
    expect(await operationsOf(move)).toEqual(['TransactWriteItems dynamo-ledger+dynamo-tasks']);
  });
});
