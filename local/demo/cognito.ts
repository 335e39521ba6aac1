import { z } from 'zod';
import { awsRequest, exchangeOnLoopback } from '../cloud/aws-request.ts';
import type { RootAccess } from '../cloud/root-access.ts';

const call = async (cloud: RootAccess, operation: string, input: object): Promise<unknown> => {
  const target = `AWSCognitoIdentityProviderService.${operation}`;
  const { status, body } = await awsRequest(cloud, { service: 'cognito-idp', target, input });
  const answer: unknown = body === '' ? {} : JSON.parse(body);
  if (status === 200) return answer;
  const { __type: code } = z.object({ __type: z.string() }).parse(answer);
  throw new Error(`Cognito refuses ${operation} with ${code}.`);
};

/**
 * Creates a login with a permanent password, or sets the password of an existing one. Adds the login to the groups, and
 * does not remove it from other groups.
 */
export const putLogin = async (
  cloud: RootAccess,
  login: { poolId: string; username: string; password: string; groups: readonly string[] },
): Promise<void> => {
  const { poolId: UserPoolId, username: Username, password: Password, groups } = login;
  try {
    await call(cloud, 'AdminCreateUser', { UserPoolId, Username, MessageAction: 'SUPPRESS' });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('UsernameExistsException'))) throw error;
  }
  await call(cloud, 'AdminSetUserPassword', { UserPoolId, Username, Password, Permanent: true });
  for (const GroupName of groups) await call(cloud, 'AdminAddUserToGroup', { UserPoolId, Username, GroupName });
};

const signedIn = z.object({ AuthenticationResult: z.object({ AccessToken: z.string().min(1) }) });

/** Returns the access token of a login. The app client must allow ADMIN_USER_PASSWORD_AUTH and have no secret. */
export const loginToken = async (
  cloud: RootAccess,
  login: { poolId: string; clientId: string; username: string; password: string },
): Promise<string> => {
  const answer = await call(cloud, 'AdminInitiateAuth', {
    UserPoolId: login.poolId,
    ClientId: login.clientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: login.username, PASSWORD: login.password },
  });
  return signedIn.parse(answer).AuthenticationResult.AccessToken;
};

const settings = z.object({ UserPoolClient: z.looseObject({}) });
/** Members of an app client that Cognito sets itself. An update must not contain them. */
const setByCognito = new Set(['CreationDate', 'LastModifiedDate', 'ClientSecret', 'UserPoolId', 'ClientId']);

/**
 * Lets the hosted sign-in lead to the page at `address`, and to no other. The other settings of the app client stay the
 * same.
 */
export const leadTo = async (
  cloud: RootAccess,
  { poolId: UserPoolId, clientId: ClientId, address }: { poolId: string; clientId: string; address: string },
): Promise<void> => {
  const described = await call(cloud, 'DescribeUserPoolClient', { UserPoolId, ClientId });
  const kept = Object.entries(settings.parse(described).UserPoolClient).filter(([name]) => !setByCognito.has(name));
  const addresses = { CallbackURLs: [address], LogoutURLs: [address] };
  await call(cloud, 'UpdateUserPoolClient', { ...Object.fromEntries(kept), UserPoolId, ClientId, ...addresses });
};

const client = z.object({ UserPoolClient: z.object({ ClientSecret: z.string().min(1) }) });
const granted = z.object({ access_token: z.string().min(1) });

/** Returns the access token of an agent by client credentials (RFC 6749, 4.4), with the scope of its definition. */
export const agentToken = async (
  cloud: RootAccess,
  agent: { poolId: string; clientId: string; scope: string },
): Promise<string> => {
  const described = await call(cloud, 'DescribeUserPoolClient', {
    UserPoolId: agent.poolId,
    ClientId: agent.clientId,
  });
  const { ClientSecret } = client.parse(described).UserPoolClient;
  const { status, body } = await exchangeOnLoopback(new URL('/oauth2/token', cloud.endpoint), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${agent.clientId}:${ClientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: agent.scope }).toString(),
    timeoutMillis: 120_000,
  });
  if (status !== 200) throw new Error(`Cognito refuses a token for ${agent.scope} with status ${status}.`);
  return granted.parse(JSON.parse(body)).access_token;
};
