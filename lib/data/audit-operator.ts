import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { logPaths } from '../grants/audit-log-grant.ts';
import type { AuditLog } from './audit-log.ts';
import { allowed, keyThrough } from './operator-role.ts';
import type { Tables } from './tables.ts';

export interface AuditOperatorProps {
  readonly key: IKey;
  readonly tables: Tables;
  readonly auditLog: AuditLog;
}

/**
 * The rights for `logic-plane audit redrive`, `audit reconcile`, `audit export` and `audit prove`: to read the whole
 * ledger and the log, and to add to the audit table and to the log. There is no right to sign, to delete or to change
 * the ledger.
 */
export function auditOperatorRights({ key, tables, auditLog }: AuditOperatorProps): readonly PolicyStatement[] {
  const { ledger, log, audit, head, runs } = tables.of;
  const objects = (paths: readonly string[]): string[] => paths.map((path) => auditLog.bucket.arnForObjects(path));
  return [
    allowed(['dynamodb:Scan', 'dynamodb:DescribeTable', 'dynamodb:GetItem'], [ledger.tableArn]),
    allowed(['dynamodb:GetItem', 'dynamodb:PutItem'], [log.tableArn]),
    allowed(['dynamodb:PutItem'], [audit.tableArn]),
    // A redrive leaves the subject of an erased run out.
    allowed(['dynamodb:GetItem'], [head.tableArn, runs.tableArn]),
    allowed(['s3:ListBucket'], [auditLog.bucket.bucketArn]),
    allowed(['s3:GetObject'], objects([...logPaths.append, ...logPaths.seal])),
    allowed(['s3:PutObject'], objects(logPaths.append)),
    allowed(['kms:GetPublicKey'], [auditLog.signingKey.keyArn]),
    keyThrough(key, 'dynamodb'),
    keyThrough(key, 's3'),
  ];
}
