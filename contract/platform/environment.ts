import type { Store } from './functions.ts';

/**
 * The names of environment variables, in one place. `lib/` sets a variable only if the function has the grants to use
 * it, so a missing variable means a missing grant.
 */
export const environment = {
  /** DynamoDB table names, one for each store that the function may touch. */
  tables: {
    ledger: 'TABLE_LEDGER',
    actions: 'TABLE_ACTIONS',
    tasks: 'TABLE_TASKS',
    decisions: 'TABLE_DECISIONS',
    runs: 'TABLE_RUNS',
    sources: 'TABLE_SOURCES',
    objects: 'TABLE_OBJECTS',
    head: 'TABLE_HEAD',
    audit: 'TABLE_AUDIT',
    log: 'TABLE_LOG',
  },
  /** Bucket of the transparency log; the key that signs its checkpoints; the name in their first line. */
  auditLogBucket: 'AUDIT_LOG_BUCKET',
  auditLogKey: 'AUDIT_LOG_KEY',
  auditLogOrigin: 'AUDIT_LOG_ORIGIN',
  /** Bucket of the content store. */
  content: 'CONTENT',
  /** Athena's workgroup and Glue's database, for the function that queries exported objects. */
  queryWorkgroup: 'QUERY_WORKGROUP',
  queryDatabase: 'QUERY_DATABASE',
  /** ARN of the state machine that waits for an approval. */
  approvalMachine: 'MACHINE_APPROVAL',
  /** JSON: SoR id (`sor.policy-admin`) to the id of the one secret that this function may read. */
  secrets: 'SECRETS',
  /** Digest of the build. The handler adds the version of the runtime. */
  engine: 'ENGINE',
  /** The bundled release, relative to the bundle's own folder. */
  releaseDirectory: 'RELEASE_DIR',
  tenant: 'TENANT',
  stage: 'STAGE',
} as const satisfies Record<string, string | Record<Store, string>>;

/** @throws Error naming the variable that is missing or empty */
export function requireEnv(name: string, from: Readonly<Record<string, string | undefined>> = process.env): string {
  const value = from[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
}
