import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { z } from 'zod';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

/** Stops an execution that a probe started. Does nothing if the execution does not exist. */
export const stopExecution = (cloud: RootAccess, executionArn: string): Promise<unknown> =>
  awsRequest(cloud, {
    service: 'states',
    target: 'AWSStepFunctions.StopExecution',
    version: '1.0',
    input: { executionArn },
  });

const found = z.object({ Items: z.array(z.object({ pk: z.object({ S: z.string() }) })) });

/** Deletes the items of a table whose key contains the mark. */
export async function deleteItems(cloud: RootAccess, TableName: string, mark: string): Promise<void> {
  const call = (operation: string, input: object) =>
    awsRequest(cloud, {
      service: 'dynamodb',
      target: `DynamoDB_20120810.${operation}`,
      version: '1.0',
      input: { TableName, ...input },
    });
  const { body } = await call('Scan', {
    FilterExpression: 'contains(pk, :mark)',
    ProjectionExpression: 'pk',
    ExpressionAttributeValues: { ':mark': { S: mark } },
  });
  const { Items } = found.parse(JSON.parse(body));
  await Promise.all(Items.map((Key) => call('DeleteItem', { Key })));
}
