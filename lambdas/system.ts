import { join } from 'node:path';
import { contentClient, dynamoClient } from '../adapters/aws/client.ts';
import { DynamoDatabase } from '../adapters/aws/dynamo-database.ts';
import { s3Content } from '../adapters/aws/s3-content.ts';
import { logFailure } from '../adapters/aws/failure-log.ts';
import { tableName } from '../adapters/aws/table-names.ts';
import { directoryLibrary } from '../adapters/release/directory.ts';
import type { Database } from '../adapters/tables/database.ts';
import { head } from '../adapters/tables/head.ts';
import { ledger } from '../adapters/tables/ledger.ts';
import type { ContentStore, SourceWriter } from '../contract/rows/content.ts';
import { environment, requireEnv } from '../contract/platform/environment.ts';
import type { Head, Ledger, Library, Observer } from '../contract/system.ts';

/** Everything that all functions share, such as the tables, the bundled release and the head. */
export interface Base {
  readonly database: Database;
  readonly content: ContentStore & SourceWriter;
  readonly library: Library;
  readonly head: Head;
  readonly ledger: Ledger;
  readonly observer: Pick<Observer, 'failed'>;
  readonly engine: string;
}

export async function awsBase(): Promise<Base> {
  const database = new DynamoDatabase(dynamoClient(), tableName);
  const content = s3Content(contentClient(), contentBucket);
  const library = await directoryLibrary(join(import.meta.dirname, requireEnv(environment.releaseDirectory)));
  return {
    database,
    content,
    library,
    head: head(database, { bundled: library.bundled }),
    ledger: ledger(database, content),
    observer: { failed: logFailure },
    engine: `${requireEnv(environment.engine)}+node-${process.versions.node}`,
  };
}

/** The variable is read at the first use, because it is missing in a function that may not use the bucket. */
export const contentBucket = (): string => requireEnv(environment.content);
