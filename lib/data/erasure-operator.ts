import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ContentArea } from '../../contract/rows/content.ts';
import type { Content } from './content.ts';
import { allowed, keyThrough } from './operator-role.ts';
import type { Tables } from './tables.ts';

export interface ErasureOperatorProps {
  readonly key: IKey;
  readonly tables: Tables;
  readonly content: Content;
}

/** The areas of the content store that have values of a run or of a source. */
const erasedAreas: readonly ContentArea[] = ['sources', 'texts', 'results', 'payloads'];

/**
 * The rights for `logic-plane audit erase`: to find the rows and objects of a run or of a source, and to replace them by
 * tombstones. There is no right to delete, to scan, or to touch the transparency log.
 */
export function erasureOperatorRights({ key, tables, content }: ErasureOperatorProps): readonly PolicyStatement[] {
  const { ledger, audit, actions, tasks, runs, sources, head } = tables.of;
  const objects = erasedAreas.map((area) => content.arn(area));
  return [
    allowed(['dynamodb:GetItem'], [head.tableArn]),
    allowed(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'], [ledger.tableArn]),
    allowed(['dynamodb:Query'], [`${audit.tableArn}/index/byRun`]),
    allowed(['dynamodb:PutItem'], [audit.tableArn]),
    allowed(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], [actions.tableArn]),
    allowed(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [tasks.tableArn, runs.tableArn, sources.tableArn]),
    // Without the right to list, S3 answers 403 instead of 404 for an object that does not exist.
    allowed(['s3:ListBucket'], [content.bucket.bucketArn]),
    allowed(['s3:GetObject', 's3:PutObject'], objects),
    keyThrough(key, 'dynamodb'),
    keyThrough(key, 's3'),
  ];
}
