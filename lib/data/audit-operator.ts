import { Stack } from 'aws-cdk-lib';
import { AccountPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { logPaths } from '../grants/audit-log-grant.ts';
import type { AuditLog } from './audit-log.ts';
import type { Tables } from './tables.ts';

export interface AuditOperatorProps {
  readonly key: IKey;
  readonly tables: Tables;
  readonly auditLog: AuditLog;
}

/**
 * The role for `logic-plane audit redrive`. It may read the whole ledger, and add to the audit table and to the log. It
 * may not sign, delete, or change the ledger. Nobody has the role; a person in the account may assume it if IAM allows
 * that person to.
 */
export class AuditOperator extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { key, tables, auditLog }: AuditOperatorProps) {
    super(scope, id);
    const { region, account } = Stack.of(this);
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const objects = (paths: readonly string[]) => paths.map((path) => auditLog.bucket.arnForObjects(path));
    const through = (service: string, actions: string[]) =>
      new PolicyStatement({
        actions,
        resources: [key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } },
      });
    const { ledger, log, audit, head, runs } = tables.of;
    this.role = new Role(this, 'Role', {
      assumedBy: new AccountPrincipal(account),
      description: 'Carries events of the ledger into the audit log again',
      inlinePolicies: {
        grants: new PolicyDocument({
          statements: [
            allow(['dynamodb:Scan', 'dynamodb:DescribeTable', 'dynamodb:GetItem'], [ledger.tableArn]),
            allow(['dynamodb:GetItem', 'dynamodb:PutItem'], [log.tableArn]),
            allow(['dynamodb:PutItem'], [audit.tableArn]),
            allow(['dynamodb:GetItem'], [head.tableArn, runs.tableArn]),
            allow(['s3:ListBucket'], [auditLog.bucket.bucketArn]),
            allow(['s3:GetObject'], objects([...logPaths.append, ...logPaths.seal])),
            allow(['s3:PutObject'], objects(logPaths.append)),
            allow(['kms:GetPublicKey'], [auditLog.signingKey.keyArn]),
            through('dynamodb', ['kms:Decrypt', 'kms:DescribeKey', ...writing]),
            through('s3', ['kms:Decrypt', 'kms:GenerateDataKey']),
          ],
        }),
      },
    });
  }
}

/** The KMS actions that DynamoDB performs for the caller to write under a customer key. */
const writing = ['kms:Encrypt', 'kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];
