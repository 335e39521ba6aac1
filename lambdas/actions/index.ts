import { setTimeout as sleep } from 'node:timers/promises';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { readAction } from './read-action.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
export const handler = requestHandler('actions', base, readAction({ ...base, store, now: Date.now, sleep }));
