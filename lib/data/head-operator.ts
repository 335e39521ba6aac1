import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { allowed, allowedUnder, keyThrough } from './operator-role.ts';
import type { Tables } from './tables.ts';

/**
 * The rights for `logic-plane head rekey` and the other commands that change the head, such as `suspend`: to change the
 * head, to write the events of its changes, and to count the Actions that a suspension holds.
 */
export function headOperatorRights({
  key,
  tables,
}: {
  readonly key: IKey;
  readonly tables: Tables;
}): readonly PolicyStatement[] {
  const { head, ledger, actions, tasks } = tables.of;
  return [
    allowed(['dynamodb:GetItem', 'dynamodb:PutItem'], [head.tableArn]),
    allowedUnder('release#', ledger.tableArn),
    allowed(['dynamodb:Query'], [`${actions.tableArn}/index/byProgress`]),
    allowed(['dynamodb:BatchGetItem'], [actions.tableArn, tasks.tableArn]),
    keyThrough(key, 'dynamodb'),
  ];
}
