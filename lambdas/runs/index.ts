import { auditTable } from '../../adapters/tables/audit-table.ts';
import { runs as runStore } from '../../adapters/tables/runs.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { runsHandler } from './runs.ts';

const base = await awsBase();
const { database } = base;
export const handler = requestHandler(
  'runs',
  base,
  runsHandler({ ...base, ...runStore(database), audit: auditTable(database) }),
);
