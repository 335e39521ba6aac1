import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { environment } from '../../contract/platform/environment.ts';
import { batchPath, checkpointPath } from '../../audit-log/store.ts';
import type { Deployment } from '../deployment.ts';
import type { AuditLog } from '../data/audit-log.ts';
import type { Access } from './access.ts';
import type { Grant } from './store-grants.ts';

const any = (characters: number): string => '?'.repeat(characters);

/**
 * Patterns of a tile's index in groups of three digits. Three groups are enough for 256 thousand million entries (C2SP
 * tlog-tiles).
 */
const indexes = [any(3), `x${any(3)}/${any(3)}`, `x${any(3)}/x${any(3)}/${any(3)}`];
const widths = ['', ...[1, 2, 3].map((digits) => `.p/${any(digits)}`)];
const tiles = [any(1), 'entries'].flatMap((level) =>
  indexes.flatMap((index) => widths.map((width) => `tile/${level}/${index}${width}`)),
);

const bundles = tiles.filter((path) => path.startsWith('tile/entries/'));

/** Paths of the log's objects, by the function that writes them, and those that a comparison of the entries reads. */
export const logPaths = {
  read: bundles,
  append: [batchPath(any(64))],
  seal: [
    ...tiles,
    `checkpoints/${any(16)}`,
    `cosignatures/${any(16)}`,
    `redriven/${any(16)}-${any(10)}-${any(13)}-${any(13)}`,
    checkpointPath,
  ],
} as const;

/**
 * Grants the use of the audit log. One function may put batches. One may read them, write the tree and sign its
 * checkpoints. One may read the entries. No function may delete.
 */
export function auditLogGrant({ auditLog }: Access, log: AuditLog, witness: Deployment['witness']): Grant {
  if (auditLog === undefined) return { statements: [], environment: {} };
  const { bucket, signingKey, origin } = log;
  const allow = (action: 's3:GetObject' | 's3:PutObject', of: readonly string[]): PolicyStatement =>
    new PolicyStatement({ actions: [action], resources: of.map((path) => bucket.arnForObjects(path)) });
  const statements = {
    append: () => [allow('s3:PutObject', logPaths.append)],
    read: () => [allow('s3:GetObject', logPaths.read)],
    seal: () => [
      allow('s3:PutObject', logPaths.seal),
      allow('s3:GetObject', [...logPaths.append, ...logPaths.seal]),
      new PolicyStatement({ actions: ['kms:Sign', 'kms:GetPublicKey'], resources: [signingKey.keyArn] }),
    ],
  };
  return {
    statements: [...statements[auditLog](), keyUse(log, auditLog)],
    environment: {
      [environment.auditLogBucket]: bucket.bucketName,
      ...(auditLog === 'seal'
        ? {
            [environment.auditLogKey]: signingKey.keyId,
            [environment.auditLogOrigin]: origin,
            ...(witness && { [environment.auditWitness]: witness.url, [environment.auditWitnessKey]: witness.key }),
          }
        : {}),
    },
  };
}

const keyActions = {
  append: ['kms:GenerateDataKey'],
  read: ['kms:Decrypt'],
  seal: ['kms:GenerateDataKey', 'kms:Decrypt'],
} as const;

const keyUse = ({ bucket }: AuditLog, auditLog: keyof typeof keyActions): PolicyStatement =>
  new PolicyStatement({
    actions: [...keyActions[auditLog]],
    resources: [bucket.encryptionKey?.keyArn ?? ''],
    conditions: { StringEquals: { 'kms:ViaService': `s3.${Stack.of(bucket).region}.amazonaws.com` } },
  });
