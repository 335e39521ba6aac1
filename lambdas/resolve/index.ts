import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { owners } from '../../adapters/tables/owners.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { resolveAction } from './resolve-action.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database);
export const handler = requestHandler('resolve', base, {
  'POST /v1/actions/{id}/resolve': resolveAction({
    ...base,
    store,
    owners: owners(base.database),
    now: Date.now,
    uuid: newUuid,
  }),
});
