import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { environment } from '../../contract/platform/environment.ts';
import type { StoreUse } from '../../contract/platform/functions.ts';
import type { Access } from './access.ts';
import { contentActions, storeActions } from './actions.ts';
import type { Content } from '../data/content.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Tables } from '../data/tables.ts';

/** A permission, with the environment variables that the function needs to use it. */
export interface Grant {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface GrantSources {
  readonly tables: Tables;
  readonly content: Content;
  readonly secrets: Secrets;
  readonly key: Key;
}

const reading = ['kms:Decrypt', 'kms:DescribeKey'];
/**
 * KMS actions that DynamoDB performs for the caller to write under a customer key. They are listed one by one, because
 * the CDK's `grant*` methods use wildcards.
 */
const writing = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions,
    resources,
    ...(conditions === undefined ? {} : { conditions }),
  });

const writes = (use: StoreUse): boolean => use === 'put' || use === 'update';

/**
 * Grants the use of the stores: for each use its action, on the store's own table and with the allowed key prefixes.
 */
export function tableGrant({ stores, scansLedger = false }: Access, { tables, key }: GrantSources): Grant {
  if (stores.length === 0) return { statements: [], environment: {} };
  const items = stores.map(({ store, use, prefixes }) =>
    allow(
      [storeActions[use]],
      tables.arns(store, use === 'query'),
      prefixes && {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
      },
    ),
  );
  const keyActions = stores.some(({ use }) => writes(use)) ? [...reading, ...writing] : reading;
  return {
    statements: [
      ...items,
      ...(scansLedger ? [allow(['dynamodb:Scan'], tables.arns('ledger', false))] : []),
      keyUse(key, 'dynamodb', keyActions),
    ],
    environment: Object.fromEntries(stores.map(({ store }) => [environment.tables[store], tables.of[store].tableName])),
  };
}

/**
 * Grants the areas of the content store, each with its own action. A right to put into an area does not include the
 * right to read it.
 */
export function contentGrant({ content: { read, write } }: Access, { content, key }: GrantSources): Grant {
  if (read.length + write.length === 0) return { statements: [], environment: {} };
  const arns = (areas: typeof read): string[] => areas.map((area) => content.arn(area));
  return {
    statements: [
      ...(read.length === 0 ? [] : [allow([contentActions.read], arns(read))]),
      ...(write.length === 0 ? [] : [allow([contentActions.write], arns(write))]),
      keyUse(key, 's3', [
        ...(read.length === 0 ? [] : ['kms:Decrypt']),
        ...(write.length === 0 ? [] : ['kms:GenerateDataKey']),
      ]),
    ],
    environment: { [environment.content]: content.bucket.bucketName },
  };
}

/** Grants one kind of secret of each SoR, and nothing of the other kind. */
export function secretGrant({ secret }: Access, { secrets, key }: GrantSources): Grant {
  if (secret === undefined || secrets.arns(secret).length === 0) return { statements: [], environment: {} };
  return {
    statements: [
      allow(['secretsmanager:GetSecretValue'], secrets.arns(secret)),
      keyUse(key, 'secretsmanager', ['kms:Decrypt']),
    ],
    environment: { [environment.secrets]: secrets.ids(secret) },
  };
}

/** Grants the rights to read the ledger's stream, and to send failed stream items or uploads to the queue. */
export function streamGrant(
  { stream, readsStream = false, uploads }: Access,
  { tables }: GrantSources,
  failuresArn: string,
): Grant {
  if (uploads) return { statements: [allow(['sqs:SendMessage'], [failuresArn])], environment: {} };
  const { tableStreamArn } = tables.of.ledger;
  if (!(stream || readsStream) || tableStreamArn === undefined) return { statements: [], environment: {} };
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', ...(stream ? ['ListStreams'] : [])];
  return {
    statements: [
      allow(
        actions.map((action) => `dynamodb:${action}`),
        [tableStreamArn],
      ),
      ...(stream ? [allow(['sqs:SendMessage'], [failuresArn])] : []),
    ],
    environment: readsStream ? { [environment.ledgerStream]: tableStreamArn } : {},
  };
}

/** Allows the customer key only through one service, so that a role cannot decrypt data outside that service. */
const keyUse = (key: Key, service: 'dynamodb' | 'secretsmanager' | 's3', actions: string[]): PolicyStatement =>
  allow(actions, [key.keyArn], {
    StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
  });
