import { contentClient, dynamoClient } from '../adapters/aws/client.ts';
import { DynamoDatabase } from '../adapters/aws/dynamo-database.ts';
import { s3Content } from '../adapters/aws/s3-content.ts';
import { logFailure } from '../adapters/aws/failure-log.ts';
import { tableName } from '../adapters/aws/table-names.ts';
import { storedLibrary } from '../adapters/release/stored.ts';
import { releases } from '../adapters/tables/releases.ts';
import type { Database } from '../adapters/tables/database.ts';
import { head } from '../adapters/tables/head.ts';
import { ledger } from '../adapters/tables/ledger.ts';
import type { ContentStore, SourceWriter } from '../contract/rows/content.ts';
import { environment, requireEnv } from '../contract/platform/environment.ts';
import { releaseInForce, type ReleaseSource } from '../contract/authority/release-in-force.ts';
import { inTime } from '../contract/dispatch/in-time.ts';
import type { Head, Ledger, Library, Observer } from '../contract/system.ts';

/** Everything that all functions share, such as the tables, the releases and the head. */
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
  const library = storedLibrary({ releases: releases(database), content, now: Date.now });
  const current = head(database);
  await opened({ library, head: current });
  return {
    database,
    content,
    library,
    head: current,
    ledger: ledger(database, content),
    observer: { failed: logFailure },
    engine: `${requireEnv(environment.engine)}+node-${process.versions.node}`,
  };
}

/** The variable is read at the first use, because it is missing in a function that may not use the bucket. */
export const contentBucket = (): string => requireEnv(environment.content);

/** The time for opening the release in force while a function starts. Lambda gives a starting function 10 s. */
const openMillis = 2000;

/**
 * Opens the release in force while the function starts, so that the first call does not wait for it. If this fails, the
 * first call opens it, and reports why it cannot be opened.
 */
async function opened(source: ReleaseSource): Promise<void> {
  if ([environment.tables.head, environment.tables.releases].some((name) => !process.env[name])) return;
  const limit = { at: Date.now() + openMillis, now: Date.now, code: 'dependency.unavailable', detail: 'late' } as const;
  await inTime(releaseInForce(source), limit).catch(() => undefined);
}
