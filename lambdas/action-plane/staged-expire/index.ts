import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { logFailure } from '../../../adapters/aws/failure-log.ts';
import { tableName } from '../../../adapters/aws/table-names.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { expireForgotten } from './expire-forgotten.ts';

export const handler = expireForgotten({
  store: actionPlaneStore(new DynamoDatabase(dynamoClient(), tableName)),
  now: Date.now,
  uuid: newUuid,
  failed: logFailure,
});
