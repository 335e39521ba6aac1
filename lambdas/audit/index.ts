import { auditTable } from '../../adapters/tables/audit-table.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { readEvents } from './read-events.ts';
import { readPolicy } from './read-policy.ts';

const base = await awsBase();
export const handler = requestHandler('audit', base, {
  'GET /v1/audit/events': readEvents({ ...base, audit: auditTable(base.database) }),
  'GET /v1/audit/policies/{hash}': readPolicy(base),
});
