import type { AwsCall } from '../../../local/cloud/aws-request.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import { storeLayouts, type TableLayout } from '../../../contract/platform/stores.ts';
import type { Attempt } from './attempt.ts';

interface Form {
  readonly name: string;
  /** The action that AWS authorizes. */
  readonly verb: string;
  /** The index that the request reads. @default the table itself */
  readonly index?: string;
  readonly input: (table: string, pk: { readonly S: string }, isNew: Condition) => object;
}

/**
 * A condition that makes a write harmless: it fails because the item does not exist. Tables with a stream need it, because a
 * consumer would get the write.
 */
type Condition = { readonly ConditionExpression?: 'attribute_exists(pk)' };

const target = 'DynamoDB_20120810';
const values = { UpdateExpression: 'SET probe = :on', ExpressionAttributeValues: { ':on': { BOOL: true } } };

const writes = (streamed: boolean): readonly Form[] => [
  { name: 'PutItem', verb: 'PutItem', input: (TableName, pk, on) => ({ TableName, Item: { pk }, ...on }) },
  {
    name: 'UpdateItem',
    verb: 'UpdateItem',
    input: (TableName, pk, on) => ({ TableName, Key: { pk }, ...values, ...on }),
  },
  { name: 'DeleteItem', verb: 'DeleteItem', input: (TableName, pk) => ({ TableName, Key: { pk } }) },
  {
    name: 'BatchWriteItem',
    verb: 'BatchWriteItem',
    input: (table, pk) => ({
      RequestItems: { [table]: [streamed ? { DeleteRequest: { Key: { pk } } } : { PutRequest: { Item: { pk } } }] },
    }),
  },
  {
    name: 'TransactWriteItems Put',
    verb: 'PutItem',
    input: (TableName, pk, on) => ({ TransactItems: [{ Put: { TableName, Item: { pk }, ...on } }] }),
  },
  {
    name: 'TransactWriteItems Update',
    verb: 'UpdateItem',
    input: (TableName, pk, on) => ({ TransactItems: [{ Update: { TableName, Key: { pk }, ...values, ...on } }] }),
  },
  {
    name: 'TransactWriteItems Delete',
    verb: 'DeleteItem',
    input: (TableName, pk) => ({ TransactItems: [{ Delete: { TableName, Key: { pk } } }] }),
  },
  {
    name: 'ExecuteStatement',
    verb: streamed ? 'PartiQLDelete' : 'PartiQLInsert',
    input: (table, pk) => ({ Statement: statement(table, pk.S, streamed) }),
  },
  {
    name: 'ExecuteTransaction',
    verb: streamed ? 'PartiQLDelete' : 'PartiQLInsert',
    input: (table, pk) => ({ TransactStatements: [{ Statement: statement(table, pk.S, streamed) }] }),
  },
  // The following requests change settings of the table. Each one asks for the present setting, so it changes nothing.
  {
    name: 'UpdateTable',
    verb: 'UpdateTable',
    input: (TableName) => ({ TableName, BillingMode: 'PAY_PER_REQUEST' }),
  },
  {
    name: 'UpdateContinuousBackups',
    verb: 'UpdateContinuousBackups',
    input: (TableName) => ({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  },
];

const statement = (table: string, pk: string, streamed: boolean): string =>
  streamed ? `DELETE FROM "${table}" WHERE "pk" = '${pk}'` : `INSERT INTO "${table}" VALUE {'pk': '${pk}'}`;

const reads: readonly Form[] = [
  { name: 'GetItem', verb: 'GetItem', input: (TableName, pk) => ({ TableName, Key: { pk } }) },
  {
    name: 'BatchGetItem',
    verb: 'BatchGetItem',
    input: (table, pk) => ({ RequestItems: { [table]: { Keys: [{ pk }] } } }),
  },
  { name: 'Scan', verb: 'Scan', input: (TableName) => ({ TableName, Limit: 1 }) },
  query('pk'),
];

function query(partition: string, IndexName?: string): Form {
  return {
    name: IndexName === undefined ? 'Query' : `Query ${IndexName}`,
    verb: 'Query',
    ...(IndexName === undefined ? {} : { index: IndexName }),
    input: (TableName, pk) => ({
      TableName,
      ...(IndexName === undefined ? {} : { IndexName }),
      KeyConditionExpression: '#at = :pk',
      ExpressionAttributeNames: { '#at': partition },
      ExpressionAttributeValues: { ':pk': pk },
    }),
  };
}

/** Lists every request that reads or writes a table. @param keyOf returns a key under which no item exists */
export function tableAttempts(store: Store, table: string, keyOf: (prefix: string) => string): readonly Attempt[] {
  const { stream, indexes }: TableLayout = storeLayouts[store];
  const streamed = stream !== undefined;
  const condition: Condition = streamed ? { ConditionExpression: 'attribute_exists(pk)' } : {};
  const queries = Object.entries(indexes).map(([name, { partition }]) => query(partition, name));
  const attempt =
    (writes: boolean) =>
    ({ name, verb, index, input }: Form): Attempt => ({
      name: `${name} on ${store}`,
      resource: store,
      needs: [verb, store, ...(index === undefined ? [] : [index])].join(' '),
      writes,
      callFor: (owner): AwsCall => ({
        service: 'dynamodb',
        target: `${target}.${name.split(' ')[0]}`,
        version: '1.0',
        input: input(table, { S: keyOf(owner?.prefixes[store] ?? '') }, condition),
      }),
      ...(streamed ? { admitted: ['ConditionalCheckFailedException', 'TransactionCanceledException'] } : {}),
    });
  return [...writes(streamed).map(attempt(true)), ...[...reads, ...queries].map(attempt(false))];
}
