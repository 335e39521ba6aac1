import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { reassignTask } from './reassign-task.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
export const handler = requestHandler('reassign', base, {
  'POST /v1/tasks/{id}/reassign': reassignTask({ ...base, store, now: Date.now }),
});
