import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { z } from 'zod';
import { timeLimits } from '../../../contract/platform/limits.ts';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

export interface RoleGrant {
  readonly roleArn: string;
  /** The IAM action, such as `dynamodb:PutItem`. */
  readonly action: string;
  readonly resource: string;
}

const list = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const policy = z.object({
  Version: z.string(),
  Statement: z.array(z.looseObject({ Action: list, Resource: list })),
});
type Policy = z.infer<typeof policy>;

/**
 * Removes one right of a role in the account, runs `meanwhile`, and always gives the right back.
 *
 * @throws if the role does not have the right, because the test would then prove nothing
 */
export async function withoutGrant<T>(cloud: RootAccess, grant: RoleGrant, meanwhile: () => Promise<T>): Promise<T> {
  const role = { RoleName: nameOf(grant), PolicyName: 'grants' };
  const held = await inlinePolicy(cloud, role);
  const put = (PolicyDocument: string) => iam(cloud, { Action: 'PutRolePolicy', ...role, PolicyDocument });
  await put(JSON.stringify(withoutRight(policy.parse(JSON.parse(held)), grant)));
  try {
    return await meanwhile();
  } finally {
    await put(held);
  }
}

/** Gives a role one more right in the account, runs `meanwhile`, and always removes the right again. */
export async function withGrant<T>(cloud: RootAccess, grant: RoleGrant, meanwhile: () => Promise<T>): Promise<T> {
  const role = { RoleName: nameOf(grant), PolicyName: 'probe' };
  const Statement = [{ Effect: 'Allow', Action: grant.action, Resource: grant.resource }];
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
  await iam(cloud, { Action: 'PutRolePolicy', ...role, PolicyDocument });
  try {
    return await meanwhile();
  } finally {
    await iam(cloud, { Action: 'DeleteRolePolicy', ...role });
  }
}

const nameOf = ({ roleArn }: RoleGrant): string => roleArn.slice(roleArn.lastIndexOf('/') + 1);

/** Returns the policy without the right to do one action on one resource. All other rights of the statement remain. */
export function withoutRight({ Version, Statement }: Policy, { action, resource }: Omit<RoleGrant, 'roleArn'>): Policy {
  const grants = (one: Policy['Statement'][number]): boolean =>
    one.Action.includes(action) && one.Resource.includes(resource);
  if (!Statement.some(grants)) throw new Error(`the role does not have the right ${action} on ${resource}`);
  const left = Statement.flatMap((one) => {
    if (!grants(one)) return [one];
    const actions = { ...one, Action: one.Action.filter((other) => other !== action) };
    const resources = { ...one, Action: [action], Resource: one.Resource.filter((other) => other !== resource) };
    return [actions, resources].filter(({ Action, Resource }) => Action.length > 0 && Resource.length > 0);
  });
  return { Version, Statement: left };
}

async function inlinePolicy(cloud: RootAccess, role: Readonly<Record<string, string>>): Promise<string> {
  const xml = await iam(cloud, { Action: 'GetRolePolicy', ...role });
  return decodeURIComponent(/<PolicyDocument>([^<]+)</.exec(xml)?.[1] ?? '');
}

async function iam(cloud: RootAccess, query: Readonly<Record<string, string>>): Promise<string> {
  const call = { service: 'iam', query: { Version: '2010-05-08', ...query } };
  const { status, body } = await awsRequest(cloud, call);
  if (status !== 200) throw new Error(`IAM answered ${status} to ${query['Action']}`);
  return body;
}

/**
 * Makes the next call of a function start cold: sets its timeout to the present value, which ends its warm workers and their
 * caches.
 */
export async function coldStart(cloud: RootAccess, functionName: string): Promise<void> {
  const path = `/2015-03-31/functions/${functionName}/configuration`;
  const input = { Timeout: timeLimits.functionSeconds };
  const { status } = await awsRequest(cloud, { service: 'lambda', method: 'PUT', path, input });
  if (status !== 200) throw new Error(`Lambda answered ${status}`);
}
