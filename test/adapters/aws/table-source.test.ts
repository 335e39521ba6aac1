import { DynamoDBServiceException, GetItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { tableSource } from '../../../adapters/aws/table-source.ts';
import type { TableSor } from '../../../contract/artefacts/sor.ts';

const arn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/policies';
const table: TableSor = {
  id: 'sor.policies',
  version: '1.0.0',
  engine: 'dynamodb',
  table: arn,
  resource: 'policy',
  key: 'policyId',
  sourceVersion: 'rev',
};
const item: Record<string, AttributeValue> = {
  policyId: { S: 'P 1/ç' },
  rev: { N: '7' },
  premium: { N: '12345678901234567890.12' },
  active: { BOOL: true },
  note: { NULL: true },
  tags: { SS: ['b', 'a'] },
  nested: { M: { list: { L: [{ N: '1' }, { S: 'x' }] } } },
};

function read(answer: { Item?: Record<string, AttributeValue> } | Error, ifNoneMatch?: string, of: TableSor = table) {
  const sent: unknown[] = [];
  const regions: string[] = [];
  const client = {
    send: async (command: GetItemCommand) => {
      sent.push(command.input);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const request = {
    path: '/P%201%2F%C3%A7',
    deadlineAt: Date.now() + 5000,
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
  };
  const clientIn = (region: string) => {
    regions.push(region);
    return client;
  };
  return { sent, regions, answer: tableSource(clientIn).read(of, request) };
}
const failing = (name: string) =>
  new DynamoDBServiceException({ name, $fault: 'client', $metadata: {}, message: 'the key P 1 is secret' });

describe('A lookup in a DynamoDB table of the tenant', () => {
  it('A lookup in a table makes a consistent read of one item by its key, and returns the item as JSON with its version', async () => {
    const { sent, answer } = read({ Item: item });
    expect(await answer).toEqual({
      kind: 'answer',
      status: 200,
      headers: {},
      etag: '"7"',
      body:
        '{"policyId":"P 1/ç","rev":7,"premium":12345678901234567890.12,"active":true,"note":null,' +
        '"tags":["a","b"],"nested":{"list":[1,"x"]}}',
    });
    expect(sent).toEqual([{ TableName: arn, Key: { policyId: { S: 'P 1/ç' } }, ConsistentRead: true }]);
  });

  it('A lookup in a table sends its request to the region of the table, whichever region the function runs in', async () => {
    const { regions, answer } = read({ Item: item });
    await answer;
    expect(regions).toEqual(['eu-central-1']);
  });

  it('A lookup in a table answers 304 if the caller has the current version, and 200 if the caller has another version', async () => {
    expect(await read({ Item: item }, '"7"').answer).toMatchObject({ status: 304, body: '' });
    expect(await read({ Item: item }, '"6"').answer).toMatchObject({ status: 200 });
  });

  it('If the attribute that holds the version of an item is missing or malformed, the answer has no entity tag', async () => {
    const { rev: _, ...rest } = item;
    expect(await read({ Item: rest }).answer).not.toHaveProperty('etag');
    expect(await read({ Item: { ...item, rev: { S: 'a "b"' } } }).answer).not.toHaveProperty('etag');
  });

  it.each([
    ['the item does not exist', {}, { kind: 'answer', status: 404 }],
    ['the role may not read the table', failing('AccessDeniedException'), { kind: 'answer', status: 403 }],
    [
      'DynamoDB throttles the read',
      failing('ThrottlingException'),
      { kind: 'unavailable', reason: 'ThrottlingException' },
    ],
    ['DynamoDB does not answer', new TypeError('no'), { kind: 'unavailable', reason: 'TypeError' }],
    [
      'the item contains bytes',
      { Item: { b: { B: new Uint8Array(1) } } },
      { kind: 'unavailable', reason: 'source.no_json' },
    ],
  ])('If %s, the answer of a lookup in a table says so and does not name the key', async (_title, given, expected) => {
    const answer = await read(given).answer;
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it.each([
    ['the table does not exist', failing('ResourceNotFoundException'), 'does not exist'],
    ['the table has another key', failing('ValidationException'), 'is not the key of the table'],
    ['the item contains bytes', { Item: { b: { B: new Uint8Array(1) } } }, 'Store it as text'],
  ])(
    'If %s, the answer of a lookup in a table says what must be changed, because every further read would fail too',
    async (_title, given, words) => {
      const answer = await read(given).answer;
      expect(answer).toMatchObject({ kind: 'unavailable', lasting: expect.stringContaining(words) });
      expect(JSON.stringify(answer)).not.toContain('secret');
    },
  );

  it.each(['ThrottlingException', 'InternalServerError', 'TimeoutError'])(
    'If DynamoDB answers %s, the failure is temporary',
    async (name) => {
      expect(await read(failing(name)).answer).not.toHaveProperty('lasting');
    },
  );
});
