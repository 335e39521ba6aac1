import { auditMeter } from '../../adapters/aws/audit-meter.ts';
import { contentClient } from '../../adapters/aws/client.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { auditTable } from '../../adapters/tables/audit-table.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { awsBase } from '../system.ts';
import { carry } from './carry.ts';

const base = await awsBase();
const meter = auditMeter({ tenant: requireEnv(environment.tenant), stage: requireEnv(environment.stage) });
const objects = s3Log(contentClient(), () => requireEnv(environment.auditLogBucket));
export const handler = carry({
  ...base,
  audit: auditTable(base.database),
  failed: base.observer.failed,
  setAside: () => meter('setAside', 1),
  log: { rows: auditLogRows(base.database), objects },
});
