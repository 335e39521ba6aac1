import { setTimeout as sleep } from 'node:timers/promises';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { rowLists } from '../../adapters/tables/row-lists.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { actionsHandler } from './actions.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
const lists = rowLists(base.database);
export const handler = requestHandler('actions', base, actionsHandler({ ...base, store, lists, now: Date.now, sleep }));
