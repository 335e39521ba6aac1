import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { contentClient } from '../../../adapters/aws/client.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import type { Attempt } from '../probe/attempt.ts';

const athena = (name: string, needs: string, input: object): Attempt => {
  const operation = name.split(' ')[0] ?? '';
  return {
    name,
    resource: needs,
    needs,
    writes: operation !== 'GetQueryExecution' && operation !== 'GetQueryResults',
    callFor: () => ({ service: 'athena', target: `AmazonAthena.${operation}`, input }),
    // Athena answers with this error if the request is authorized but the query is invalid or unknown.
    admitted: ['InvalidRequestException'],
  };
};

/** The right that only the function for queries of exported objects has. */
export const ownQueries = ['StartQueryExecution workgroup'];

/**
 * Lists queries in the tenant's workgroup and in another one, and requests that directly read what Athena reads in the
 * caller's name: the catalog and query results.
 */
export function queryAttempts(workgroup: string, bucket: string): readonly Attempt[] {
  const QueryString = 'SELECT 1';
  const database = workgroup.toLowerCase().replaceAll('-', '_');
  const glue = (operation: string, input: object): Attempt => ({
    name: `${operation} in the catalog`,
    resource: 'catalog',
    needs: `${operation} catalog`,
    writes: operation.startsWith('Delete'),
    callFor: () => ({ service: 'glue', target: `AWSGlue.${operation}`, input }),
    admitted: ['EntityNotFoundException'],
  });
  const object = (name: string, key: string, method: 'GET' | 'PUT'): Attempt => ({
    name: `${method} of ${name}`,
    resource: name,
    needs: `${method} ${name}`,
    writes: method === 'PUT',
    callFor: () => ({
      service: 's3',
      method,
      path: `/${bucket}/${key}`,
      ...(method === 'PUT' ? { headers: { 'if-match': '"none"' } } : {}),
    }),
    admitted: ['NoSuchKey', 'PreconditionFailed'],
  });
  const answer = 'query-results/00000000-0000-0000-0000-000000000000.csv';
  return [
    athena('StartQueryExecution in the workgroup', 'StartQueryExecution workgroup', {
      QueryString,
      WorkGroup: workgroup,
    }),
    athena('StartQueryExecution in another', 'StartQueryExecution other', { QueryString, WorkGroup: 'primary' }),
    athena('DeleteWorkGroup of the workgroup', 'DeleteWorkGroup workgroup', { WorkGroup: `${workgroup}-none` }),
    glue('GetTable', { DatabaseName: database, Name: 'claim' }),
    glue('DeleteTable', { DatabaseName: database, Name: 'none' }),
    ...(['GET', 'PUT'] as const).map((method) => object('an answer', answer, method)),
  ];
}

/**
 * Reads a part of a snapshot that does not exist. It uses the SDK, because the key contains `=`.
 *
 * @returns the name of the error
 */
export async function readPart(Bucket: string, credentials: AwsCredentials): Promise<string> {
  const { endpoint, region } = inject('deployment').demo;
  const Key = `exported/claim/snapshot=${'0'.repeat(64)}/${'0'.repeat(64)}.parquet`;
  try {
    await contentClient({ endpoint, region, credentials }).send(new GetObjectCommand({ Bucket, Key }));
    return 'read';
  } catch (error) {
    if (error instanceof S3ServiceException) return error.name;
    throw error;
  }
}
