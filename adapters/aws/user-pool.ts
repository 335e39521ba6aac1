import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  ListUsersCommand,
  UserNotFoundException,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { Failure } from '../../contract/failures.ts';
import type { People, Person } from '../../contract/authority/people.ts';

/** A page has at most 60 users. 1,000 pages hold far more people than decide Tasks. */
const maxPages = 1000;

/** Reads the humans of the user pool. @param pool returns the id of the pool; it is called only when needed */
export const userPool = (client: CognitoIdentityProviderClient, pool: () => string): People => ({
  async find(login) {
    const named = { UserPoolId: pool(), Username: login };
    return reading(async () => {
      const user = await client.send(new AdminGetUserCommand(named)).catch(unlessMissing);
      const sub = subOf(user?.UserAttributes);
      if (user?.Username === undefined || user.Enabled !== true || sub === undefined) return undefined;
      return { sub, login: user.Username, groups: await groupsOf(client, named) };
    });
  },
});

/** Returns login and `sub` of all humans of the pool. */
export const everybody = (
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
): Promise<readonly Pick<Person, 'login' | 'sub'>[]> =>
  reading(async () => {
    const found: Pick<Person, 'login' | 'sub'>[] = [];
    let token: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const { Users = [], PaginationToken } = await client.send(
        new ListUsersCommand({ UserPoolId, Limit: 60, ...(token === undefined ? {} : { PaginationToken: token }) }),
      );
      for (const { Username: login, Attributes } of Users) {
        const sub = subOf(Attributes);
        if (login !== undefined && sub !== undefined) found.push({ login, sub });
      }
      if (PaginationToken === undefined) return found;
      token = PaginationToken;
    }
    throw new Failure('dependency.unavailable', 'the user pool has too many users to compare their logins');
  });

async function groupsOf(
  client: CognitoIdentityProviderClient,
  named: { readonly UserPoolId: string; readonly Username: string },
): Promise<readonly string[]> {
  const groups: string[] = [];
  let token: string | undefined;
  do {
    const next = token === undefined ? {} : { NextToken: token };
    const { Groups = [], NextToken } = await client.send(new AdminListGroupsForUserCommand({ ...named, ...next }));
    groups.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
    token = NextToken;
  } while (token !== undefined);
  return groups;
}

const subOf = (attributes: readonly AttributeType[] = []): string | undefined =>
  attributes.find(({ Name }) => Name === 'sub')?.Value;

function unlessMissing(error: unknown): undefined {
  if (error instanceof UserNotFoundException) return undefined;
  throw error;
}

/** Makes a failure without a cause, because Cognito quotes user names in its errors. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const name = error instanceof Error ? error.name : 'unknown';
    throw new Failure('dependency.unavailable', `the user pool could not be read: ${name}`);
  }
}
