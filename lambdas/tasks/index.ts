import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { rowLists } from '../../adapters/tables/row-lists.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { tasks } from './tasks.ts';

const base = await awsBase();
export const handler = requestHandler(
  'tasks',
  base,
  tasks({
    ...base,
    store: actionPlaneStore(base.database, base.content),
    lists: rowLists(base.database, base.content),
  }),
);
