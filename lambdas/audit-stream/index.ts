import { auditTable } from '../../adapters/tables/audit-table.ts';
import { awsBase } from '../system.ts';
import { carry } from './carry.ts';

const base = await awsBase();
export const handler = carry({ ...base, audit: auditTable(base.database), failed: base.observer.failed });
