import { connectors } from '../../../adapters/sor/connectors.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { sorSecrets } from '../../sor-secrets.ts';
import { awsBase } from '../../system.ts';
import { reconcileAction } from './reconcile-action.ts';

const base = await awsBase();
export const handler = reconcileAction({
  ...base,
  store: actionPlaneStore(base.database),
  connectors: connectors(sorSecrets()),
  now: Date.now,
  uuid: newUuid,
});
