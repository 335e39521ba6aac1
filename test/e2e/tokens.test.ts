import { createHmac } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { z } from 'zod';
import { callApi } from '../../local/demo/api-client.ts';
import { agentToken } from '../../local/demo/cognito.ts';
import { claimsOf, tokenOf } from './support/ask.ts';
import { cognito } from './support/cognito.ts';
import { until } from './support/until.ts';

const statusWith = async (token: string | undefined): Promise<number> =>
  (await callApi(inject('deployment').demo.apiUrl, token, { method: 'GET', path: '/v1/tools' })).status;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string): [string, string, string] => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return [header, claims, signature];
};

it('A valid token of an agent is accepted, which shows that the tokens of the other tests are refused for their defects', async () => {
  expect(await statusWith(await tokenOf('claims-agent'))).toBe(200);
});

it('C15: A request without a token, or with a token that is no JWT, gets 401', async () => {
  expect(await statusWith(undefined)).toBe(401);
  expect(await statusWith('anything')).toBe(401);
});

it('C15: A token with the algorithm `none`, or signed with the caller’s own key, gets 401', async () => {
  const [header, claims] = partsOf(await tokenOf('claims-agent'));
  const { kid } = z.object({ kid: z.string() }).parse(JSON.parse(Buffer.from(header, 'base64url').toString()));
  const none = encoded({ alg: 'none', typ: 'JWT', kid });
  expect(await statusWith(`${none}.${claims}.`)).toBe(401);
  const symmetric = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${claims}`;
  const mac = createHmac('sha256', 'a key of mine').update(symmetric).digest('base64url');
  expect(await statusWith(`${symmetric}.${mac}`)).toBe(401);
});

it('A token with the signature of another token, or with altered claims, gets 401', async () => {
  const token = await tokenOf('claims-agent');
  const [header, claims, signature] = partsOf(token);
  const [, , borrowed] = partsOf(await tokenOf('intern-agent'));
  expect(await statusWith(`${header}.${claims}.${borrowed}`)).toBe(401);
  const raised = encoded({ ...claimsOf(await tokenOf('intern-agent')), scope: 'agent/claims-agent' });
  expect(await statusWith(`${header}.${raised}.${borrowed}`)).toBe(401);
  expect(await statusWith(`${header}.${encoded({ ...claimsOf(token), exp: 9_999_999_999 })}.${signature}`)).toBe(401);
});

it('C15: A token for another client of the same user pool gets 401, because its audience is wrong', async () => {
  const { demo } = inject('deployment');
  const { userPoolId: UserPoolId } = demo;
  const created = await cognito('CreateUserPoolClient', {
    UserPoolId,
    ClientName: 'stranger',
    GenerateSecret: true,
    AllowedOAuthFlows: ['client_credentials'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ['agent/claims-agent'],
  });
  const { ClientId } = z.object({ UserPoolClient: z.object({ ClientId: z.string() }) }).parse(created).UserPoolClient;
  try {
    const token = await agentToken(demo, { poolId: UserPoolId, clientId: ClientId, scope: 'agent/claims-agent' });
    expect(claimsOf(token)).toMatchObject({ client_id: ClientId, scope: 'agent/claims-agent' });
    expect(await statusWith(token)).toBe(401);
  } finally {
    await cognito('DeleteUserPoolClient', { UserPoolId, ClientId });
  }
});

it('C15: An expired token gets 401', async () => {
  const { demo } = inject('deployment');
  const { userPoolId: UserPoolId, agents } = demo;
  const ClientId = agents['intern-agent'] ?? '';
  const validity = z.object({
    UserPoolClient: z.object({
      AccessTokenValidity: z.number().nullish(),
      TokenValidityUnits: z.record(z.string(), z.string()).nullish(),
    }),
  });
  const before = validity.parse(await cognito('DescribeUserPoolClient', { UserPoolId, ClientId })).UserPoolClient;
  const kept = {
    AccessTokenValidity: before.AccessTokenValidity ?? 60,
    TokenValidityUnits: before.TokenValidityUnits ?? { AccessToken: 'minutes' },
  };
  const short = { AccessTokenValidity: 2, TokenValidityUnits: { ...kept.TokenValidityUnits, AccessToken: 'seconds' } };
  await cognito('UpdateUserPoolClient', { UserPoolId, ClientId, ...short });
  try {
    const token = await agentToken(demo, { poolId: UserPoolId, clientId: ClientId, scope: 'agent/intern-agent' });
    expect(await statusWith(token)).toBe(200);
    const ends = claimsOf(token).exp * 1000;
    await until('the token’s end', async () => (Date.now() > ends ? true : undefined));
    expect(await statusWith(token)).toBe(401);
  } finally {
    await cognito('UpdateUserPoolClient', { UserPoolId, ClientId, ...kept });
  }
});

it('An ID token gets 401, although the authorizer knows its audience', async () => {
  const { userPoolId: UserPoolId, clientId: ClientId, logins } = inject('deployment').demo;
  const signedIn = await cognito('AdminInitiateAuth', {
    UserPoolId,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'auditor', PASSWORD: logins['auditor']?.password ?? '' },
  });
  const { IdToken } = z
    .object({ AuthenticationResult: z.object({ IdToken: z.string() }) })
    .parse(signedIn).AuthenticationResult;
  expect(claimsOf(IdToken).token_use).toBe('id');
  expect(await statusWith(IdToken)).toBe(401);
});
