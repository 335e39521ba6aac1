import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { tasks } from './tasks.ts';

const base = await awsBase();
export const handler = requestHandler(
  'tasks',
  base,
  tasks({ ...base, store: actionPlaneStore(base.database, base.content) }),
);
