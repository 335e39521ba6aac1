import { athena, athenaClient } from '../../adapters/aws/athena.ts';
import { snapshots } from '../../adapters/exports/snapshots.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, aggregationAthena, (base) => {
  const { query } = athena(athenaClient(), {
    workgroup: requireEnv(environment.queryWorkgroup),
    database: requireEnv(environment.queryDatabase),
  });
  return { exports: { ...snapshots(base), query } };
});
