import { Stack } from 'aws-cdk-lib';
import { AccountPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export interface OperatorRoleProps {
  readonly description: string;
  readonly statements: readonly PolicyStatement[];
}

/**
 * A role for the commands of an operator. Nobody has the role; a person in the account may assume it if IAM allows that
 * person to.
 */
export class OperatorRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { description, statements }: OperatorRoleProps) {
    super(scope, id);
    this.role = new Role(this, 'Role', {
      assumedBy: new AccountPrincipal(Stack.of(this).account),
      description,
      inlinePolicies: { grants: new PolicyDocument({ statements: [...statements] }) },
    });
  }
}

export const allowed = (actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources });

/** Allows to put items whose key begins with this prefix, and no others. */
export const allowedUnder = (prefix: string, tableArn: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:PutItem'],
    resources: [tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] } },
  });

/** Allows the use of the customer key through DynamoDB, to read and write, or through S3. */
export const keyThrough = (key: IKey, service: keyof typeof keyActions): PolicyStatement =>
  new PolicyStatement({
    actions: [...keyActions[service]],
    resources: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${key.stack.region}.amazonaws.com` } },
  });

const keyActions = {
  // The actions after the first two are those that DynamoDB performs for the caller to write under a customer key.
  dynamodb: [
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ],
  s3: ['kms:Decrypt', 'kms:GenerateDataKey'],
} as const;
