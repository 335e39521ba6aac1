import { identityClient } from '../../../adapters/aws/client.ts';
import { userPool } from '../../../adapters/aws/user-pool.ts';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import { owners } from '../../../adapters/tables/owners.ts';
import { environment, requireEnv } from '../../../contract/platform/environment.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { sorSecrets } from '../../sor-secrets.ts';
import { awsBase } from '../../system.ts';
import { sendAction } from './send-action.ts';
import { sorSender } from './sor-sender.ts';

const base = await awsBase();
export const handler = sendAction({
  ...base,
  store: actionPlaneStore(base.database, base.content),
  pdp: cedarPdp(),
  people: userPool(identityClient(), () => requireEnv(environment.userPool)),
  owners: owners(base.database),
  sender: sorSender(sorSecrets()),
  objects: objects(base.database),
  now: Date.now,
  uuid: newUuid,
});
