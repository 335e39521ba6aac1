import { statesClient } from '../../adapters/aws/client.ts';
import { taskTokens } from '../../adapters/aws/task-tokens.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { decideTask } from './decide-task.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
export const handler = requestHandler('decide', base, {
  'POST /v1/tasks/{id}/decision': decideTask({
    ...base,
    store,
    pdp: cedarPdp(),
    tokens: taskTokens(statesClient()),
    now: Date.now,
  }),
});
