import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { assumeRole } from '../../../local/cloud/assume-role.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import type { Deployed } from './deployed.ts';
import { batchSize } from './forbidden.ts';
import { inBatches } from './try.ts';

/** Assumes every role of a tenant. @returns the credentials of each role, by owner */
export async function assumeRoles(
  cloud: RootAccess,
  { roles }: Pick<Deployed, 'roles'>,
): Promise<ReadonlyMap<string, AwsCredentials>> {
  const lent = await inBatches([...roles], batchSize, async ([owner, arn]) => {
    return [owner, await assumeRole(cloud, arn)] as const;
  });
  return new Map(lent);
}
