import { contentClient, dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { kmsClient, kmsSigner } from '../../adapters/aws/kms-signer.ts';
import { ledgerStream, streamsClient } from '../../adapters/aws/ledger-stream.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { noteAndSeal } from './note-and-seal.ts';

export const handler = noteAndSeal({
  rows: auditLogRows(new DynamoDatabase(dynamoClient(), tableName)),
  objects: s3Log(contentClient(), () => requireEnv(environment.auditLogBucket)),
  signer: kmsSigner(kmsClient(), () => requireEnv(environment.auditLogKey)),
  stream: ledgerStream(streamsClient(), () => requireEnv(environment.ledgerStream)),
  origin: requireEnv(environment.auditLogOrigin),
  now: Date.now,
});
