import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { tableName } from '../../../adapters/aws/table-names.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { expireTask } from './expire-task.ts';

export const handler = expireTask({
  store: actionPlaneStore(new DynamoDatabase(dynamoClient(), tableName)),
  now: Date.now,
  uuid: newUuid,
});
