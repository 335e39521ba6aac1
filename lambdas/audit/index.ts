import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { auditTable } from '../../adapters/tables/audit-table.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { readEvents } from './read-events.ts';
import { readPolicy } from './read-policy.ts';
import { readStory } from './story/read-story.ts';

const base = await awsBase();
const audit = auditTable(base.database);
export const handler = requestHandler('audit', base, {
  'GET /v1/audit/events': readEvents({ ...base, audit }),
  'GET /v1/audit/story': readStory({ ...base, audit, store: actionPlaneStore(base.database, base.content) }),
  'GET /v1/audit/policies/{hash}': readPolicy(base),
});
