import { join } from 'node:path';
import { dynamoClient } from '../adapters/aws/client.ts';
import { DynamoDatabase } from '../adapters/aws/dynamo-database.ts';
import { lambdaObserver } from '../adapters/aws/observer.ts';
import { tableName } from '../adapters/aws/table-names.ts';
import { cedarPdp } from '../adapters/cedar/pdp.ts';
import { directoryLibrary } from '../adapters/release/directory.ts';
import type { Database } from '../adapters/tables/database.ts';
import { head } from '../adapters/tables/head.ts';
import { keptRuns } from '../adapters/tables/kept-runs.ts';
import { ledger } from '../adapters/tables/ledger.ts';
import { runs } from '../adapters/tables/runs.ts';
import { environment, requireEnv } from '../contract/environment.ts';
import type { Head, Ledger, Library, System } from '../contract/ports.ts';

/** What every function of the platform stands on: the tables, the bundled release, what is in force. */
export interface Base {
  readonly database: Database;
  readonly library: Library;
  readonly head: Head;
  readonly ledger: Ledger;
  readonly engine: string;
}

export async function awsBase(): Promise<Base> {
  const database = new DynamoDatabase(dynamoClient(), tableName);
  const library = await directoryLibrary(join(import.meta.dirname, requireEnv(environment.releaseDirectory)));
  return {
    database,
    library,
    head: head(database, { bundled: library.bundled }),
    ledger: ledger(database),
    engine: `${requireEnv(environment.engine)}+node-${process.versions.node}`,
  };
}

/** A tool's system in AWS. */
export const awsSystem = ({ database, library, ledger: ledgerOf, head: headOf, engine }: Base): System => ({
  ledger: ledgerOf,
  head: headOf,
  library,
  runs: keptRuns(runs(database)),
  pdp: cedarPdp(),
  observer: lambdaObserver(requireEnv(environment.tenant)),
  engine,
  now: Date.now,
});
