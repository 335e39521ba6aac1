import { owners } from '../../adapters/tables/owners.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { threads } from '../../adapters/tables/threads.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { threadRoutes } from './thread-routes.ts';

const base = await awsBase();
const { database } = base;
const stores = { store: actionPlaneStore(database), threads: threads(database), owners: owners(database) };
export const handler = requestHandler('threads', base, threadRoutes({ ...base, ...stores, now: Date.now }));
