import { randomUUID } from 'node:crypto';
import { sha256 } from '../../../contract/values/canonical.ts';
import { contentAreas, type ContentArea } from '../../../contract/rows/content.ts';
import type { Attempt } from './attempt.ts';
import { contentAttempts } from './content-attempts.ts';
import type { Deployed } from './deployed.ts';
import {
  accessLogAttempt,
  invokeAttempt,
  machineAttempts,
  notifyAttempts,
  packageAttempts,
  secretAttempts,
  tokenAttempts,
} from './other-attempts.ts';
import { tableAttempts } from './table-attempts.ts';

/** Unique names of one probe, by which it finds again what it created. */
export interface Marks {
  readonly mark: string;
  readonly keyOf: (prefix: string) => string;
  /** The names of all executions that the probe tried to start. */
  readonly executions: ReadonlySet<string>;
  readonly executionName: () => string;
}

export function newMarks(): Marks {
  const mark = `probe-${randomUUID()}`;
  const executions = new Set<string>();
  return {
    mark,
    keyOf: (prefix) => `${prefix}${mark}-${randomUUID()}`,
    executions,
    executionName: () => {
      const name = `probe-${randomUUID()}`;
      executions.add(name);
      return name;
    },
  };
}

/**
 * Lists every request that reads or changes something of the tenant.
 *
 * @param credentials the present values of the tenant's secrets, which the requests put again
 */
export function accountAttempts(
  account: Deployed,
  { keyOf, executionName }: Marks,
  credentials: Readonly<Record<'read' | 'write', string>>,
): readonly Attempt[] {
  // The name of an object in the content store must have 64 hex digits.
  const nameOf = (): string => sha256(keyOf(''));
  return [
    ...[...account.tables].flatMap(([store, table]) => tableAttempts(store, table, keyOf)),
    ...[account.buckets.get('content') ?? ''].flatMap((bucket) =>
      (Object.keys(contentAreas) as ContentArea[]).flatMap((area) => contentAttempts(area, bucket, nameOf)),
    ),
    ...[...account.secrets].flatMap(([kind, id]) => secretAttempts(kind, id, credentials[kind])),
    ...[...account.machines].flatMap(([name, arn]) => machineAttempts(name, arn, executionName)),
    ...tokenAttempts(),
    accessLogAttempt(account.accessLog),
    ...packageAttempts(account.package),
    ...notifyAttempts(account.notifications),
    ...[...account.functions].map(([name, id]) => invokeAttempt(name, id)),
  ];
}
