import { connectors } from '../../../adapters/sor/connectors.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { sorSecrets } from '../../sor-secrets.ts';
import { awsBase } from '../../system.ts';
import { verifyTask } from './verify-task.ts';

const base = await awsBase();
export const handler = verifyTask({
  ...base,
  store: actionPlaneStore(base.database),
  connectors: connectors(sorSecrets()),
  objects: objects(base.database),
  now: Date.now,
  uuid: newUuid,
});
