import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { objects } from '../../../adapters/tables/objects.ts';
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
  sender: sorSender(sorSecrets()),
  objects: objects(base.database),
  now: Date.now,
  uuid: newUuid,
});
