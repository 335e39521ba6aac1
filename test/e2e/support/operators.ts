import { inject } from 'vitest';
import { z } from 'zod';
import { callerIdentity } from '../../../adapters/aws/caller-identity.ts';
import { contentClient, dynamoClient, tokenServiceClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { ledgerScan } from '../../../adapters/aws/ledger-scan.ts';
import { s3Eraser } from '../../../adapters/aws/s3-eraser.ts';
import { logSourceAt } from '../../../bin/audit/log-source.ts';
import { assumeRole } from '../../../local/cloud/assume-role.ts';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

/** Opens the stores of the deployment with the rights of one role, or with those of the account's root. */
export async function storesAs(role: 'AuditOperatorRole' | 'ErasureOperatorRole' | 'HeadOperatorRole' | 'root') {
  const { demo, outputs } = inject('deployment');
  const { endpoint, region } = demo;
  const credentials = role === 'root' ? demo.credentials : await assumeRole(demo, outputs.data[role]);
  const elsewhere = { endpoint, region, credentials };
  const table = (store: string): string => outputs.data.Tables[store] ?? '';
  return {
    database: new DynamoDatabase(dynamoClient(elsewhere), table),
    ledger: ledgerScan(dynamoClient(elsewhere), () => table('ledger')),
    eraser: s3Eraser(contentClient(elsewhere), () => outputs.data.ContentBucket),
    places: [],
    operator: () => callerIdentity(tokenServiceClient(elsewhere)),
    logSource: () => logSourceAt(outputs.data.AuditLog, elsewhere),
  };
}

const listed = z.object({ Functions: z.array(z.object({ FunctionName: z.string() })) });

/** Invokes a function of the platform as the account's root. @returns its answer @throws if it fails */
export async function invoke(name: string, input: object): Promise<unknown> {
  const { demo } = inject('deployment');
  const list = await awsRequest(demo, { service: 'lambda', method: 'GET', path: '/2015-03-31/functions' });
  const { Functions } = listed.parse(JSON.parse(list.body));
  const part = `LogicPlane-demo-local-${name.replaceAll('-', '')}Function`;
  const found = Functions.find(({ FunctionName }) => FunctionName.startsWith(part));
  if (found === undefined) throw new Error(`there is no function whose name begins with ${part}`);
  const path = `/2015-03-31/functions/${found.FunctionName}/invocations`;
  const { status, headers, body } = await awsRequest(demo, { service: 'lambda', method: 'POST', path, input });
  if (status !== 200 || headers['x-amz-function-error'] !== undefined)
    throw new Error(`${name} answered ${status}: ${body}`);
  return JSON.parse(body);
}
