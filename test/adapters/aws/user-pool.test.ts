import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  ListUsersCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { everybody, userPool } from '../../../adapters/aws/user-pool.ts';

const sub = (Value: string) => [{ Name: 'sub', Value }];
/** A client that answers as Cognito does. An error as the answer is thrown. */
function answering(answer: (command: { readonly input: object }) => unknown): CognitoIdentityProviderClient {
  const send = async (command: { readonly input: object }): Promise<unknown> => {
    const given = answer(command);
    if (given instanceof Error) throw given;
    return given;
  };
  return { send } as unknown as CognitoIdentityProviderClient;
}
const found = (user: unknown): Promise<unknown> =>
  userPool(
    answering((command) => {
      if (command instanceof AdminGetUserCommand) return user;
      if (!(command instanceof AdminListGroupsForUserCommand)) throw new Error('another command');
      return command.input.NextToken === undefined
        ? { Groups: [{ GroupName: 'approvers' }], NextToken: 'more' }
        : { Groups: [{ GroupName: 'adjusters' }] };
    }),
    () => 'pool',
  ).find('ayla');
const user = { Username: 'ayla', Enabled: true, UserAttributes: sub('sub-1') };

describe('The user pool', () => {
  it('A human is found with the sub and all groups', async () => {
    expect(await found(user)).toEqual({ sub: 'sub-1', login: 'ayla', groups: ['approvers', 'adjusters'] });
  });

  it.each([
    ['does not exist', new UserNotFoundException({ message: 'ayla', $metadata: {} })],
    ['is disabled', { ...user, Enabled: false }],
    ['has no sub', { ...user, UserAttributes: [] }],
  ])('A login that %s is not found', async (_, answer) => {
    expect(await found(answer)).toBeUndefined();
  });

  it('If Cognito answers with an error, the read fails without the name of the user', async () => {
    const failure: unknown = await found(new Error('User ayla is throttled')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'dependency.unavailable' });
    expect(String(failure)).not.toContain('ayla');
  });

  it('The list of everybody has the users of all pages', async () => {
    const client = answering((command) => {
      if (!(command instanceof ListUsersCommand)) throw new Error('another command');
      return command.input.PaginationToken === undefined
        ? { Users: [{ Username: 'ayla', Attributes: sub('sub-1') }], PaginationToken: 'more' }
        : { Users: [{ Username: 'can', Attributes: sub('sub-2') }] };
    });
    expect(await everybody(client, 'pool')).toEqual([
      { login: 'ayla', sub: 'sub-1' },
      { login: 'can', sub: 'sub-2' },
    ]);
  });
});
