import { resolve } from 'node:path';
import { isLoopback } from '../contract/values/origin.ts';
import { auditLockOf } from './audit-lock.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './usage-error.ts';

export const usage =
  'npx cdk deploy --all -c tenant=NAME -c stage=NAME [-c tenants=DIR] [-c sor.NAME=ORIGIN|ARN] [-c auditLock=governance|compliance|none] [-c auditYears=NUMBER] [-c witness=URL -c witnessKey=KEY] [-c head=move] [-c local=true]';

/** The values of the command line (`-c KEY=VALUE`), and the environment that the CDK adds. */
export interface Context {
  readonly values: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the project's folder; `tenants` is relative to it. */
  readonly root: string;
}

/**
 * The form of the name of a tenant or stage. A name is short, because stack names contain both names and have at most
 * 128 characters.
 */
const nameForm = /^[a-z][a-z0-9-]{0,30}$/;

const named = ({ values }: Context, key: 'tenant' | 'stage'): string => {
  const value = values[key];
  if (typeof value !== 'string' || value === '') throw new UsageError(`${key} is missing. Use: ${usage}`);
  if (!nameForm.test(value)) {
    throw new UsageError(
      `${key} ${JSON.stringify(value)} is malformed: use 1 to 31 lower-case letters, digits and hyphens, and begin with a letter`,
    );
  }
  return value;
};

export const tenantsDirectory = ({ values, root }: Context): string =>
  resolve(root, typeof values['tenants'] === 'string' ? values['tenants'] : 'tenants');

export const tenantOf = (context: Context): string => named(context, 'tenant');

/**
 * Returns the origins that the command line overrides, by SoR id, such as `-c sor.policy-admin=https://…`. For a table,
 * the origin is its ARN.
 * @throws UsageError if an origin is not a text
 */
export const originOverrides = ({ values }: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith('sor.'))
      .map(([key, origin]) => {
        // If it were ignored, the deployment would use the origin of the SoR file without a warning.
        if (typeof origin !== 'string')
          throw new UsageError(`${key} has no origin. Write -c ${key}=https://sor.example`);
        return [key, origin];
      }),
  );

/** The account of every local cloud. A real account id is never all zeros. */
const localAccount = '000000000000';

/**
 * Returns the stage, account and region to deploy to, and whether they are a local cloud.
 * @throws UsageError if one of these is missing or malformed, or if an option of the local cloud is used elsewhere
 */
export function targetOf(
  context: Context,
): Pick<Deployment, 'stage' | 'local' | 'environment' | 'modelEndpoint' | 'auditLock' | 'moveHead'> {
  const { values, env } = context;
  const stage = named(context, 'stage');
  const account = values['account'] ?? env['CDK_DEFAULT_ACCOUNT'];
  const region = values['region'] ?? env['CDK_DEFAULT_REGION'];
  if (typeof account !== 'string' || typeof region !== 'string') {
    throw new UsageError(
      'the account and the region are unknown. Sign in to AWS, or add -c account=NUMBER -c region=NAME',
    );
  }
  if (isTrue(values['local']) && account !== localAccount) {
    throw new UsageError(
      `local=true removes the protection of data, so it is allowed only in the local cloud (account ${localAccount}), not in account ${account}. Remove -c local=true`,
    );
  }
  const local = isTrue(values['local']);
  const auditLock = auditLockOf(values, local);
  return {
    stage,
    local,
    auditLock,
    environment: { account, region },
    ...modelEndpointOf(values, local),
    ...moveHeadOf(values),
  };
}

/**
 * Reads `-c models=http://127.0.0.1:PORT`: the address of a server on this machine that answers like Amazon Bedrock.
 */
function modelEndpointOf({ models }: Context['values'], local: boolean): Pick<Deployment, 'modelEndpoint'> {
  if (models === undefined) return {};
  if (!local)
    throw new UsageError(
      '-c models is allowed only in the local cloud, together with -c local=true. Remove -c models to use Amazon Bedrock',
    );
  if (typeof models !== 'string' || !isLoopback(models)) {
    throw new UsageError(
      `-c models must be an address of this machine, not ${JSON.stringify(models)}. Write -c models=http://127.0.0.1:PORT`,
    );
  }
  return { modelEndpoint: models };
}

/** Reads `-c head=move`: the deploy puts its release in force even if another one was published since the last deploy. */
function moveHeadOf({ head }: Context['values']): Pick<Deployment, 'moveHead'> {
  if (head === undefined) return {};
  if (head !== 'move') throw new UsageError(`-c head must be move, not ${JSON.stringify(head)}. Write -c head=move`);
  return { moveHead: 'always' };
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
