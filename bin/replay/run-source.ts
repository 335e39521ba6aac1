import { join } from 'node:path';
import * as z from 'zod';
import { accessLog, logsClient } from '../../adapters/aws/access-log.ts';
import { callerIdentity } from '../../adapters/aws/caller-identity.ts';
import { contentClient, dynamoClient, tokenServiceClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { ledgerScan, type LedgerScan } from '../../adapters/aws/ledger-scan.ts';
import { objectScan } from '../../adapters/aws/object-scan.ts';
import { s3Content } from '../../adapters/aws/s3-content.ts';
import { s3Eraser } from '../../adapters/aws/s3-eraser.ts';
import { s3Exports } from '../../adapters/aws/s3-exports.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { AccessLog } from '../../audit-log/reconcile/step.ts';
import type { ContentEraser, ContentStore } from '../../contract/rows/content.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { environment } from '../../contract/platform/environment.ts';
import type { Objects } from '../../contract/rows/objects.ts';
import type { ExportWriter } from '../../contract/rows/exports.ts';
import { Failure } from '../../contract/failures.ts';
import type { Store } from '../../contract/platform/functions.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { readDemo } from '../../local/demo/demo-file.ts';
import { requireLocalAccount } from '../../local/cloud/local-account.ts';
import type { Given } from '../command.ts';
import { logPlace, logSourceAt, type LogPlace, type LogSource } from '../audit/log-source.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { dataOutputs } from '../outputs-file.ts';

/** Stores of the deployment that a command reads or changes. */
export interface RunSource {
  readonly database: Database;
  readonly content: ContentStore;
  readonly eraser: ContentEraser;
  readonly exports: ExportWriter;
  /** Reads all present objects of a type from the table itself, strongly consistent. */
  readonly allObjects?: Objects['scan'];
  /** Reads the whole ledger. */
  readonly ledgerEvents: LedgerScan;
  /** Reads the access log of the API's gateway. Absent in the local cloud, whose gateway writes none. */
  readonly accessLines?: AccessLog;
  /** Opens the audit log. @throws MissingEnvironment if its place is unknown or if KMS or S3 does not answer */
  readonly auditLog: () => Promise<LogSource>;
  /** Asks AWS whose credentials the command uses. @throws Failure `dependency.unavailable` */
  readonly operator: () => Promise<Actor>;
  /** Folders that may have a compiled release. */
  readonly places: readonly string[];
}

/**
 * Names of the tables and buckets of a deployment. Only the tables in `needed` are always required. Any other name is
 * required only when a command uses it.
 */
interface Names {
  readonly tables: Readonly<Record<string, string | undefined>>;
  readonly contentBucket?: string | undefined;
  readonly auditLog?: LogPlace | undefined;
  /** The log group with the access log of the API's gateway. */
  readonly accessLog?: string | undefined;
}

const needed = ['runs', 'ledger', 'audit'] as const satisfies readonly Store[];

/**
 * Opens the deployment that a command works on. With `--outputs`, it is the deployment in that file. Otherwise, if
 * environment variables name tables, it is the deployment with these tables. Both use the caller's own AWS credentials.
 * Without `--outputs` and without these variables, it is the local cloud that `npm start` started.
 * @throws UsageError, MissingEnvironment, LocalFailure
 */
export async function runSource(given: Given): Promise<RunSource> {
  const { outputs } = given.options;
  const places = [join('cdk.out', 'release')];
  if (typeof outputs === 'string') {
    return { ...storesOf(namesIn(outputs, given)), places };
  }
  const tables = Object.fromEntries(
    Object.entries(environment.tables).map(([store, name]) => [store, process.env[name]]),
  );
  // One variable that names a table is enough to select the deployment on AWS. A user who forgets a table must not
  // change the local cloud by mistake.
  if (Object.values(tables).every((name) => name === undefined)) return onLocalCloud();
  const named = logPlace.safeParse({
    bucket: process.env[environment.auditLogBucket],
    signingKey: process.env[environment.auditLogKey],
    origin: process.env[environment.auditLogOrigin],
  });
  const { [environment.content]: contentBucket, [environment.accessLog]: lines } = process.env;
  return { ...storesOf({ tables, contentBucket, auditLog: named.data, accessLog: lines }), places };
}

async function onLocalCloud(): Promise<RunSource> {
  const { endpoint, region, credentials, tables, contentBucket, auditLog, releaseDirectory } = readDemo();
  if (tables === undefined)
    throw new MissingEnvironment('.local/demo.json is from an earlier build and has no tables. Run npm start again');
  await requireLocalAccount({ endpoint, credentials }).catch((cause: unknown) => {
    throw new MissingEnvironment(
      'the local cloud does not answer. Run npm start, or select a deployment on AWS with --outputs',
      { cause },
    );
  });
  const stores = storesOf({ tables, contentBucket, auditLog }, { endpoint, region, credentials });
  return { ...stores, places: releaseDirectory === undefined ? [] : [releaseDirectory] };
}

function storesOf(
  { tables, contentBucket, auditLog, accessLog: lines }: Names,
  elsewhere?: Elsewhere,
): Omit<RunSource, 'places'> {
  const missing = needed.find((store) => !tables[store]);
  if (missing !== undefined)
    throw new UsageError(
      `the name of the table ${missing} is missing. Set the environment variable ${environment.tables[missing]}, or use --outputs FILE`,
    );
  const named = (name: string | undefined, what: string): string => {
    if (!name) throw new Failure('dependency.unavailable', `the name of the ${what} is missing. Use --outputs FILE`);
    return name;
  };
  const database = new DynamoDatabase(dynamoClient(elsewhere), (store) => named(tables[store], `table ${store}`));
  const bucket = (): string => named(contentBucket, 'content bucket');
  const client = contentClient(elsewhere);
  return {
    database,
    content: s3Content(client, bucket),
    eraser: s3Eraser(client, bucket),
    exports: s3Exports(client, bucket),
    allObjects: objectScan(dynamoClient(elsewhere), () => named(tables['objects'], 'table objects')),
    ledgerEvents: ledgerScan(dynamoClient(elsewhere), () => named(tables['ledger'], 'table ledger')),
    ...(lines ? { accessLines: accessLog(logsClient(elsewhere), () => lines) } : {}),
    auditLog: () => logOf(auditLog, elsewhere),
    operator: () => callerIdentity(tokenServiceClient(elsewhere)),
  };
}

async function logOf(place: LogPlace | undefined, elsewhere: Elsewhere | undefined): Promise<LogSource> {
  if (place === undefined) {
    throw new MissingEnvironment(
      `the place of the audit log is unknown. Deploy this build and use its outputs file, or set the environment variables ${environment.auditLogBucket}, ${environment.auditLogKey} and ${environment.auditLogOrigin}`,
    );
  }
  return logSourceAt(place, elsewhere).catch((cause: unknown) => {
    const needs =
      "You need kms:GetPublicKey on the signing key, and s3:GetObject and s3:ListBucket on the log's bucket";
    throw new MissingEnvironment(`the audit log could not be opened. ${needs}`, { cause });
  });
}

const stack = z.object({ Tables: z.string(), ContentBucket: z.string().optional(), AuditLog: z.string().optional() });
const planeStack = z.object({ AccessLog: z.string().optional() });

function namesIn(file: string, given: Given): Names {
  const { stack: name, outputs, plane } = dataOutputs(file, given);
  try {
    const { Tables, ContentBucket, AuditLog } = stack.parse(outputs);
    return {
      tables: z.record(z.string(), z.string()).parse(JSON.parse(Tables)),
      contentBucket: ContentBucket,
      auditLog: AuditLog === undefined ? undefined : logPlace.parse(JSON.parse(AuditLog)),
      accessLog: planeStack.parse(plane ?? {}).AccessLog,
    };
  } catch (cause) {
    throw new UsageError(
      `${file} has no output Tables of the stack ${name}. Use the file written by cdk deploy --outputs-file FILE, and check --tenant and --stage`,
      { cause },
    );
  }
}
