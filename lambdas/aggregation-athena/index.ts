import { athena, athenaClient } from '../../adapters/aws/athena.ts';
import { snapshots } from '../../adapters/exports/snapshots.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { tool } from '../../contract/tool.ts';
import { aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
const { query } = athena(athenaClient(), {
  workgroup: requireEnv(environment.queryWorkgroup),
  database: requireEnv(environment.queryDatabase),
});
export const handler = toolHandler(
  'aggregation-athena',
  tool(aggregationAthena, awsSystem(base), { exports: { ...snapshots(base), query } }),
);
