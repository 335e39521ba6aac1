import { assumeRole } from '../../../local/cloud/assume-role.ts';
import type { AwsCredentials } from '../../../local/cloud/aws-request.ts';
import type { Deployed } from './deployed.ts';
import { atOnce } from './forbidden.ts';
import { inTurns } from './try.ts';

/** The credentials of every role of a tenant, by owner. */
export async function lentRoles(
  endpoint: string,
  { roles }: Pick<Deployed, 'roles'>,
): Promise<ReadonlyMap<string, AwsCredentials>> {
  const lent = await inTurns([...roles], atOnce, async ([owner, arn]) => {
    return [owner, await assumeRole(endpoint, arn)] as const;
  });
  return new Map(lent);
}
