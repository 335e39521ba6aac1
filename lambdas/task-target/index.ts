import { connectors } from '../../adapters/sor/connectors.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { objects } from '../../adapters/tables/objects.ts';
import { requestHandler } from '../request.ts';
import { sorSecrets } from '../sor-secrets.ts';
import { awsBase } from '../system.ts';
import { readTarget } from './read-target.ts';

const base = await awsBase();
const target = readTarget({
  ...base,
  store: actionPlaneStore(base.database, base.content),
  connectors: connectors(sorSecrets()),
  objects: objects(base.database),
});
export const handler = requestHandler('task-target', base, { 'GET /v1/tasks/{id}/target': target });
