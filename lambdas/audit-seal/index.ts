import { auditMeter } from '../../adapters/aws/audit-meter.ts';
import { contentClient, dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { logFailure } from '../../adapters/aws/failure-log.ts';
import { kmsClient, kmsSigner } from '../../adapters/aws/kms-signer.ts';
import { ledgerStream, streamsClient } from '../../adapters/aws/ledger-stream.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { httpWitness } from '../../adapters/sor/witness.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { noteKeyOf } from '../../audit-log/signed-note.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { noteAndSeal } from './note-and-seal.ts';

/** Returns the witness that the deployment names, if it names one. */
function configuredWitness() {
  const url = process.env[environment.auditWitness];
  if (url === undefined) return undefined;
  const key = noteKeyOf(requireEnv(environment.auditWitnessKey), 'witness');
  if (key === undefined) throw new Error(`${environment.auditWitnessKey} is not the key of a witness. Deploy again`);
  return httpWitness(url, key);
}

const meter = auditMeter({ tenant: requireEnv(environment.tenant), stage: requireEnv(environment.stage) });

export const handler = noteAndSeal({
  rows: auditLogRows(new DynamoDatabase(dynamoClient(), tableName)),
  objects: s3Log(contentClient(), () => requireEnv(environment.auditLogBucket)),
  signer: kmsSigner(kmsClient(), () => requireEnv(environment.auditLogKey)),
  stream: ledgerStream(streamsClient(), () => requireEnv(environment.ledgerStream)),
  origin: requireEnv(environment.auditLogOrigin),
  now: Date.now,
  witness: configuredWitness(),
  notCosigned: (error) => {
    logFailure(error, 'audit-seal');
    meter('notCosigned', 1);
  },
});
