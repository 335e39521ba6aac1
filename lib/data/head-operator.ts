import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { allowed, allowedUnder, keyThrough } from './operator-role.ts';
import type { Tables } from './tables.ts';

/**
 * The rights for `logic-plane head rekey` and the other commands of `logic-plane head`: to change the head, and to write
 * the events of its changes.
 */
export function headOperatorRights({
  key,
  tables,
}: {
  readonly key: IKey;
  readonly tables: Tables;
}): readonly PolicyStatement[] {
  const { head, ledger } = tables.of;
  return [
    allowed(['dynamodb:GetItem', 'dynamodb:PutItem'], [head.tableArn]),
    allowedUnder('release#', ledger.tableArn),
    keyThrough(key, 'dynamodb'),
  ];
}
