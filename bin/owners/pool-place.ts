import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { identityClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { everybody } from '../../adapters/aws/user-pool.ts';
import { environment } from '../../contract/platform/environment.ts';
import type { Person } from '../../contract/authority/people.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { rootCredentials } from '../../local/cloud/environment.ts';
import { readDemo } from '../../local/demo/demo-file.ts';
import type { Given } from '../command.ts';

const outputsOf = z.record(z.string(), z.looseObject({ UserPoolId: z.string().optional() }));

/**
 * Reads the humans of the user pool of the deployment that the command line selects, as `runSource` selects its tables.
 * @throws UsageError, LocalFailure, Failure `dependency.unavailable`
 */
export async function peopleOfPool({ options, tenant }: Given): Promise<readonly Pick<Person, 'login' | 'sub'>[]> {
  const { outputs, stage } = options;
  const named = process.env[environment.userPool];
  if (typeof outputs === 'string') {
    const stack = `LogicPlane-${tenant}-${typeof stage === 'string' ? stage : 'prod'}-Data`;
    const all = outputsOf.safeParse(JSON.parse(await readFile(outputs, 'utf8')));
    const pool = all.data?.[stack]?.UserPoolId;
    if (pool === undefined) throw new UsageError(`${outputs} has no output UserPoolId of the stack ${stack}`);
    return everybody(identityClient(), pool);
  }
  const onAws = Object.values(environment.tables).some((name) => process.env[name] !== undefined);
  if (onAws && named === undefined)
    throw new UsageError(
      `the id of the user pool is missing. Set the environment variable ${environment.userPool}, or use --outputs FILE`,
    );
  if (named !== undefined) return everybody(identityClient(), named);
  const { endpoint, region, userPoolId } = readDemo();
  const local: Elsewhere = { endpoint, region, credentials: rootCredentials };
  return everybody(identityClient(local), userPoolId);
}
