import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { compensateAction } from './compensate-action.ts';

const base = await awsBase();
const store = actionPlaneStore(base.database, base.content);
export const handler = requestHandler('compensate', base, {
  'POST /v1/actions/{id}/compensate': compensateAction({ ...base, store, pdp: cedarPdp(), now: Date.now }),
});
