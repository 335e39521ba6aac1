import { lambdaObserver } from '../adapters/aws/observer.ts';
import { cedarPdp } from '../adapters/cedar/pdp.ts';
import { keptRuns } from '../adapters/tables/kept-runs.ts';
import { runs } from '../adapters/tables/runs.ts';
import { sources } from '../adapters/tables/sources.ts';
import { environment, requireEnv } from '../contract/platform/environment.ts';
import type { System } from '../contract/system.ts';
import type { Base } from './system.ts';

/** Returns the system of a tool in AWS. */
export const awsSystem = ({ database, content, ...base }: Base): System => ({
  ...base,
  observer: lambdaObserver(requireEnv(environment.tenant)),
  runs: keptRuns(runs(database)),
  sources: sources(database, content),
  pdp: cedarPdp(),
  now: Date.now,
});
