import { contentClient, dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { kmsClient, kmsSigner } from '../../adapters/aws/kms-signer.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { seal } from '../../audit-log/seal.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';

const sealing = {
  rows: auditLogRows(new DynamoDatabase(dynamoClient(), tableName)),
  objects: s3Log(contentClient(), () => requireEnv(environment.auditLogBucket)),
  signer: kmsSigner(kmsClient(), () => requireEnv(environment.auditLogKey)),
  origin: requireEnv(environment.auditLogOrigin),
  now: Date.now,
};

/** Seals the log once a minute. If a call fails, the next one continues where the log is sealed. */
export const handler = async (): Promise<{ readonly size: number }> => ({ size: await seal(sealing) });
