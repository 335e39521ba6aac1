import { dynamoClient, statesClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { tableName } from '../../../adapters/aws/table-names.ts';
import { taskTokens } from '../../../adapters/aws/task-tokens.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { storeToken } from './store-token.ts';

export const handler = storeToken({
  store: actionPlaneStore(new DynamoDatabase(dynamoClient(), tableName)),
  tokens: taskTokens(statesClient()),
  now: Date.now,
});
