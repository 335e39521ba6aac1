import { statesClient } from '../../adapters/aws/client.ts';
import { taskTokens } from '../../adapters/aws/task-tokens.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { withdrawAction } from './withdraw-action.ts';
import { withdrawOwnTask } from './withdraw-own-task.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
const deps = { ...base, store, tokens: taskTokens(statesClient()), now: Date.now };
export const handler = requestHandler('withdraw', base, {
  'POST /v1/actions/{id}/withdraw': withdrawAction(deps),
  'POST /v1/tasks/{id}/withdraw': withdrawOwnTask(deps),
});
