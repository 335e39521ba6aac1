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

/** A permission and the wiring that makes it of use: one without the other is a bug. */
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
/** What DynamoDB does in the caller's name to write under a customer key; spelled out, where `grant*` writes wildcards. */
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

/** Rows of the contract to explicit action lists: each use on its own table, and under its own leading keys. */
export function tableGrant({ stores }: Access, { tables, key }: GrantSources): Grant {
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
    statements: [...items, keyUse(key, 'dynamodb', keyActions)],
    environment: Object.fromEntries(stores.map(({ store }) => [environment.tables[store], tables.of[store].tableName])),
  };
}

/** Areas of the content store, each with its own action: who puts into one cannot read it unless its row says so. */
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

/** The one secret of each SoR that the function may read, and nothing of the other. */
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

/** Reading the ledger's stream, and handing on what cannot be processed of it, or of uploads. */
export function streamGrant({ stream, uploads }: Access, { tables }: GrantSources, failuresArn: string): Grant {
  if (uploads) return { statements: [allow(['sqs:SendMessage'], [failuresArn])], environment: {} };
  const { tableStreamArn } = tables.of.ledger;
  if (!stream || tableStreamArn === undefined) return { statements: [], environment: {} };
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return {
    statements: [
      allow(
        actions.map((action) => `dynamodb:${action}`),
        [tableStreamArn],
      ),
      allow(['sqs:SendMessage'], [failuresArn]),
    ],
    environment: {},
  };
}

/** Use of the customer key through one service alone: a role cannot decrypt what it holds in its hand. */
const keyUse = (key: Key, service: 'dynamodb' | 'secretsmanager' | 's3', actions: string[]): PolicyStatement =>
  allow(actions, [key.keyArn], {
    StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
  });
