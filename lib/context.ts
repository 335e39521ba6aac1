import { resolve } from 'node:path';
import { isLoopback } from '../contract/values/origin.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './usage-error.ts';

export const usage =
  'npx cdk deploy --all -c tenant=NAME -c stage=NAME [-c tenants=DIR] [-c sor.NAME=ORIGIN|ARN] [-c local=true]';

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
  if (typeof value !== 'string' || value === '') throw new UsageError(`${key} is missing. Use: ${usage}`);
  if (!nameForm.test(value)) {
    throw new UsageError(
      `${key} ${JSON.stringify(value)} is malformed: use 1 to 31 lower case letters, digits and hyphens, with a letter first`,
    );
  }
  return value;
};

export const tenantsDirectory = ({ values, root }: Context): string =>
  resolve(root, typeof values['tenants'] === 'string' ? values['tenants'] : 'tenants');

export const tenantOf = (context: Context): string => named(context, 'tenant');

/** `-c sor.policy-admin=https://…`: where a system of record stands in this deployment, by SoR id; a table, by ARN. @throws UsageError */
export const originOverrides = ({ values }: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith('sor.'))
      .map(([key, origin]) => {
        // Left out, it would deploy what the file says, and nobody would know.
        if (typeof origin !== 'string')
          throw new UsageError(`${key} has no origin. Write -c ${key}=https://sor.example`);
        return [key, origin];
      }),
  );

/** The account of every local cloud; a real account is never all zeros. */
const localAccount = '000000000000';

/**
 * Where and as what this is deployed.
 *
 * @throws UsageError naming what is missing, or where an account other than the local cloud's would be unprotected
 */
export function targetOf(context: Context): Pick<Deployment, 'stage' | 'local' | 'environment' | 'modelEndpoint'> {
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
      `local=true leaves everything unprotected, so it is allowed only in the local cloud, account ${localAccount}. Leave it out`,
    );
  }
  const local = isTrue(values['local']);
  return { stage, local, environment: { account, region }, ...modelEndpointOf(values, local) };
}

/** `-c models=http://127.0.0.1:PORT`: a server on this machine that answers as Amazon Bedrock does. */
function modelEndpointOf({ models }: Context['values'], local: boolean): Pick<Deployment, 'modelEndpoint'> {
  if (models === undefined) return {};
  if (!local)
    throw new UsageError(
      '-c models is allowed only in the local cloud, with local=true. Leave it out: models are asked at Amazon Bedrock',
    );
  if (typeof models !== 'string' || !isLoopback(models)) {
    throw new UsageError('-c models must name this machine. Write -c models=http://127.0.0.1:PORT');
  }
  return { modelEndpoint: models };
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
