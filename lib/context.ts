import { resolve } from 'node:path';
import type { Deployment } from './deployment.ts';
import { UsageError } from './usage-error.ts';

export const usage =
  'npx cdk deploy --all -c tenant=NAME -c stage=NAME [-c tenants=DIR] [-c sor.NAME=ORIGIN] [-c local=true]';

/** What the command line said (`-c KEY=VALUE`), and the environment that the CDK adds. */
export interface Context {
  readonly values: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's folder; `tenants` is relative to it. */
  readonly root: string;
}

/** A name that goes into names of resources: of stacks, so at most 128 characters with all else. */
const nameForm = /^[a-z][a-z0-9-]{0,30}$/;

const named = ({ values }: Context, key: 'tenant' | 'stage'): string => {
  const value = values[key];
  if (typeof value !== 'string' || value === '') throw new UsageError(`which ${key}? ${usage}`);
  if (!nameForm.test(value)) {
    throw new UsageError(`${key} ${JSON.stringify(value)}: lower case letters, digits and hyphens, at most 31 of them`);
  }
  return value;
};

export const tenantsDirectory = ({ values, root }: Context): string =>
  resolve(root, typeof values['tenants'] === 'string' ? values['tenants'] : 'tenants');

export const tenantOf = (context: Context): string => named(context, 'tenant');

/** `-c sor.policy-admin=https://…`: where a system of record stands in this deployment, by SoR id. */
export const originOverrides = ({ values }: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => entry[0].startsWith('sor.') && typeof entry[1] === 'string',
    ),
  );

/**
 * Where and as what this is deployed.
 *
 * @throws UsageError naming what is missing
 */
export function targetOf(context: Context): Pick<Deployment, 'stage' | 'local' | 'environment'> {
  const { values, env } = context;
  const stage = named(context, 'stage');
  const account = values['account'] ?? env['CDK_DEFAULT_ACCOUNT'];
  const region = values['region'] ?? env['CDK_DEFAULT_REGION'];
  if (typeof account !== 'string' || typeof region !== 'string') {
    throw new UsageError('which account and region? Sign in to AWS, or say -c account=NUMBER -c region=NAME');
  }
  return { stage, local: isTrue(values['local']), environment: { account, region } };
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
