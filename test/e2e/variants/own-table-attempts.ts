import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import { ownTable } from './own-table.ts';

const { arn: TableName, key } = ownTable;
/** No item has this key before the attempts, and the attempts delete the item that they create. */
const Key = { [key]: { S: 'probe' } };
const where = { KeyConditionExpression: '#k = :v', ExpressionAttributeNames: { '#k': key } };

/** The requests that use the table, each under the action that AWS authorizes. */
export const ownTableAttempts: Readonly<Record<string, (client: DynamoDBClient) => Promise<unknown>>> = {
  GetItem: (client) => client.send(new GetItemCommand({ TableName, Key })),
  BatchGetItem: (client) => client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } })),
  Query: (client) =>
    client.send(new QueryCommand({ TableName, ...where, ExpressionAttributeValues: { ':v': { S: 'probe' } } })),
  Scan: (client) => client.send(new ScanCommand({ TableName, Limit: 1 })),
  DescribeTable: (client) => client.send(new DescribeTableCommand({ TableName })),
  PartiQLSelect: (client) =>
    client.send(new ExecuteStatementCommand({ Statement: `SELECT * FROM "${ownTable.name}" WHERE ${key} = 'probe'` })),
  PutItem: (client) => client.send(new PutItemCommand({ TableName, Item: Key })),
  UpdateItem: (client) => client.send(new UpdateItemCommand({ TableName, Key })),
  BatchWriteItem: (client) =>
    client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: Key } }] } })),
  TransactWriteItems: (client) =>
    client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: Key } }] })),
  DeleteItem: (client) => client.send(new DeleteItemCommand({ TableName, Key })),
  UpdateTable: (client) => client.send(new UpdateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST' })),
};

/**
 * Sends each request with these credentials.
 *
 * @returns the actions that they may use on the table
 * @throws every error but AccessDenied
 */
export async function allowedOnOwnTable(credentials: AwsCredentials): Promise<readonly string[]> {
  const { endpoint } = inject('deployment').demo;
  const client = dynamoClient({ endpoint, region: ownTable.region, credentials });
  const allowed: string[] = [];
  for (const [action, attempt] of Object.entries(ownTableAttempts)) {
    try {
      await attempt(client);
      allowed.push(action);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AccessDeniedException')) throw error;
    }
  }
  return allowed;
}
