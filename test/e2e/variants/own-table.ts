import {
  CreateTableCommand,
  DeleteTableCommand,
  PutItemCommand,
  waitUntilTableExists,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { account } from '../../../local/cloud/environment.ts';

/**
 * The region of a table that the tenant brings with it. The table is in no stack of ours, and in another region than the
 * functions.
 */
const region = 'eu-central-1';
const name = 'hull-policies';
export const ownTable = { name, region, key: 'policyId', arn: `arn:aws:dynamodb:${region}:${account}:table/${name}` };

const client = () => {
  const { endpoint, credentials } = inject('deployment').demo;
  return dynamoClient({ endpoint, region, credentials });
};

export async function createOwnTable(TableName = name): Promise<void> {
  const dynamo = client();
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      KeySchema: [{ AttributeName: ownTable.key, KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: ownTable.key, AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await waitUntilTableExists({ client: dynamo, maxWaitTime: 300 }, { TableName });
}

export const putRow = async (row: Record<string, AttributeValue>): Promise<unknown> =>
  client().send(new PutItemCommand({ TableName: name, Item: row }));

export const deleteOwnTable = async (TableName = name): Promise<unknown> =>
  client().send(new DeleteTableCommand({ TableName }));
