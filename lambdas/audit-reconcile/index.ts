import { randomBytes } from 'node:crypto';
import { accessLog, logsClient } from '../../adapters/aws/access-log.ts';
import { auditMeter } from '../../adapters/aws/audit-meter.ts';
import { contentClient, dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { ledgerScan } from '../../adapters/aws/ledger-scan.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { head } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { reconciliations } from '../../adapters/tables/reconciliations.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { reconcileSpan } from './reconcile-span.ts';

const client = dynamoClient();
const database = new DynamoDatabase(client, tableName);
const meter = auditMeter({ tenant: requireEnv(environment.tenant), stage: requireEnv(environment.stage) });
// The local cloud writes no access log, so its deployment does not name one.
const lines = process.env[environment.accessLog];

export const handler = reconcileSpan({
  head: head(database),
  rows: auditLogRows(database),
  objects: s3Log(contentClient(), () => requireEnv(environment.auditLogBucket)),
  ledger: ledgerScan(client, () => tableName('ledger')),
  access: lines === undefined ? undefined : accessLog(logsClient(), () => lines),
  progressOf: (name) => reconciliations(database, name),
  events: ledger(database),
  found: (findings) => meter('unreconciled', findings),
  now: Date.now,
  uuid: newUuid,
  salt: () => randomBytes(16).toString('hex'),
});
