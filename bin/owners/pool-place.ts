import * as z from 'zod';
import { identityClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { everybody } from '../../adapters/aws/user-pool.ts';
import { environment } from '../../contract/platform/environment.ts';
import type { Person } from '../../contract/authority/people.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { readDemo } from '../../local/demo/demo-file.ts';
import type { Given } from '../command.ts';
import { dataOutputs } from '../outputs-file.ts';

const withPool = z.looseObject({ UserPoolId: z.string() });

/**
 * Reads the humans of the user pool of the deployment that the command line selects, as `runSource` selects its tables.
 * @throws UsageError, LocalFailure, Failure `dependency.unavailable`
 */
export async function peopleOfPool({ options, tenant }: Given): Promise<readonly Pick<Person, 'login' | 'sub'>[]> {
  const { outputs: file } = options;
  const named = process.env[environment.userPool];
  if (typeof file === 'string') {
    const { stack, outputs } = dataOutputs(file, { options, tenant });
    const pool = withPool.safeParse(outputs).data?.UserPoolId;
    if (pool === undefined)
      throw new UsageError(`${file} has no output UserPoolId of the stack ${stack}. Check --tenant and --stage`);
    return everybody(identityClient(), pool);
  }
  const onAws = Object.values(environment.tables).some((name) => process.env[name] !== undefined);
  if (onAws && named === undefined)
    throw new UsageError(
      `the id of the user pool is missing. Set the environment variable ${environment.userPool}, or use --outputs FILE`,
    );
  if (named !== undefined) return everybody(identityClient(), named);
  const { endpoint, region, credentials, userPoolId } = readDemo();
  const local: Elsewhere = { endpoint, region, credentials };
  return everybody(identityClient(local), userPoolId);
}
