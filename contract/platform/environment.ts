import type { Store } from './functions.ts';

/**
 * The names of all environment variables. `lib/` sets a variable only for a function that has the grants to use it, so
 * a missing variable means a missing grant.
 */
export const environment = {
  /** The names of the DynamoDB tables, one for each store that the function may use. */
  tables: {
    ledger: 'TABLE_LEDGER',
    actions: 'TABLE_ACTIONS',
    tasks: 'TABLE_TASKS',
    decisions: 'TABLE_DECISIONS',
    threads: 'TABLE_THREADS',
    runs: 'TABLE_RUNS',
    sources: 'TABLE_SOURCES',
    objects: 'TABLE_OBJECTS',
    head: 'TABLE_HEAD',
    releases: 'TABLE_RELEASES',
    audit: 'TABLE_AUDIT',
    log: 'TABLE_LOG',
  },
  /**
   * The transparency log: its bucket, the key that signs its checkpoints, and the name in the first line of a
   * checkpoint.
   */
  auditLogBucket: 'AUDIT_LOG_BUCKET',
  auditLogKey: 'AUDIT_LOG_KEY',
  auditLogOrigin: 'AUDIT_LOG_ORIGIN',
  /**
   * The URL and the public key of the witness that cosigns checkpoints. Both variables are absent if the deployment has
   * no witness.
   */
  auditWitness: 'AUDIT_WITNESS',
  auditWitnessKey: 'AUDIT_WITNESS_KEY',
  /**
   * The log group with the access log of the API's gateway. Absent in the local cloud, whose gateway writes no access
   * log.
   */
  accessLog: 'ACCESS_LOG',
  /** The ARN of the ledger's stream. */
  ledgerStream: 'LEDGER_STREAM',
  /** The bucket of the content store. */
  content: 'CONTENT',
  /** `textract` for the function that reads scans, if the tenant has configured it. Otherwise the variable is absent. */
  scanReader: 'SCAN_READER',
  /** Athena's workgroup and Glue's database, for the function that queries exported objects. */
  queryWorkgroup: 'QUERY_WORKGROUP',
  queryDatabase: 'QUERY_DATABASE',
  /** The ARN of the topic of notifications, and the name of the event bus. */
  notificationTopic: 'NOTIFICATION_TOPIC',
  eventBus: 'EVENT_BUS',
  /** The URL of the queue of notifications that could not be published. */
  notificationRetries: 'NOTIFICATION_RETRIES',
  /** The ARN of the state machine that waits for an approval. */
  approvalMachine: 'MACHINE_APPROVAL',
  /**
   * JSON that maps an SoR id, such as `sor.policy-admin`, to the id of the only secret of that SoR that this function
   * may read.
   */
  secrets: 'SECRETS',
  /** The id of the user pool, for functions that read the groups of people. */
  userPool: 'USER_POOL',
  /**
   * For a function that checks tokens itself: their issuer, and the ids of the app clients, separated by spaces.
   */
  tokenIssuer: 'TOKEN_ISSUER',
  tokenClients: 'TOKEN_CLIENTS',
  /**
   * For the function that serves the page: the folder with its files, relative to the folder of the bundle; the id of the
   * app client with which people sign in; the issuer of their tokens; and the origin of the sign-in.
   */
  pageDirectory: 'PAGE_DIR',
  pageClient: 'PAGE_CLIENT',
  pageIssuer: 'PAGE_ISSUER',
  pageSignIn: 'PAGE_SIGN_IN',
  /** The digest of the build. The handler appends the version of the runtime. */
  engine: 'ENGINE',
  /** The file with the release of the deploy: its bucket and its key. */
  packageBucket: 'PACKAGE_BUCKET',
  packageKey: 'PACKAGE_KEY',
  /** `always` if the deploy was told to put its release in force even if another one was published since. */
  moveHead: 'MOVE_HEAD',
  tenant: 'TENANT',
  stage: 'STAGE',
} as const satisfies Record<string, string | Record<Store, string>>;

/**
 * Returns the value of an environment variable.
 * @throws Error that names the variable if it is missing or empty
 */
export function requireEnv(name: string, from: Readonly<Record<string, string | undefined>> = process.env): string {
  const value = from[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is missing or empty`);
  return value;
}
