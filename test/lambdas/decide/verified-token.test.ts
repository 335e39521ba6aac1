import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tokenVerifier } from '../../../adapters/aws/token-verifier.ts';
import { Failure } from '../../../contract/failures.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import { tokenIssuer } from '../../../lambdas/decide/token-issuer.ts';
import { withVerifiedToken } from '../../../lambdas/decide/verified-token.ts';
import { json } from '../../../lambdas/http.ts';
import { requestBy } from '../../support/http-request.ts';
import { human } from '../../support/plane.ts';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [pool, stranger] = [keyPair(), keyPair()];
const issuer = 'https://cognito-idp.eu-central-1.amazonaws.com/pool';
const seconds = Math.floor(Date.now() / 1000);
const claims = {
  iss: issuer,
  token_use: 'access',
  client_id: 'people',
  sub: 'sub-approver-1',
  username: 'approver-1',
  'cognito:groups': ['approvers'],
  iat: seconds,
  exp: seconds + 3600,
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(more: object = {}, { key = pool.privateKey, header = {} } = {}): string {
  const signed = `${part({ alg: 'RS256', kid: 'key-1', ...header })}.${part({ ...claims, ...more })}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** Sends a request to a function that checks the token. @returns the caller that the handler sees, or the code of the refusal */
async function seen(authorization: string | undefined, { by = human('approver-1'), keys = fetched } = {}) {
  let caller: Caller | undefined;
  const verify = tokenVerifier({ issuer, keysUrl: `${issuer}/keys`, clientIds: ['people'] }, keys);
  const handle = withVerifiedToken(verify, async (request) => {
    caller = request.caller;
    return json(200, {}, 'event');
  });
  const headers = authorization === undefined ? {} : { authorization };
  try {
    await handle(requestBy(by, { headers }));
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return caller;
}
const keySet = { keys: [{ ...pool.publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'RS256' }] };
const fetched = async (): Promise<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(keySet)).buffer;

describe('A function that checks the token itself', () => {
  it('A token of the user pool is accepted, with or without the scheme, and the caller has the groups of the token', async () => {
    const asked = { by: human('approver-1', ['operators']) };
    for (const header of [token(), `Bearer ${token()}`])
      expect(await seen(header, asked)).toEqual(human('approver-1', ['approvers']));
  });

  it.each([
    ['no token', undefined],
    ['a text that is not a token', 'Bearer x'],
    ['a token that another key has signed', token({}, { key: stranger.privateKey })],
    ['a token without a signature', token({}, { header: { alg: 'none' } }).replace(/[^.]+$/, '')],
    ['a token with the algorithm none', token({}, { header: { alg: 'none' } })],
    ['a token with the algorithm HS256', token({}, { header: { alg: 'HS256' } })],
    ['a token of an unknown key', token({}, { header: { kid: 'key-2' } })],
    ['a token of another issuer', token({ iss: 'https://cognito-idp.eu-central-1.amazonaws.com/other' })],
    ['a token of another app client', token({ client_id: 'claims-agent' })],
    ['an expired token', token({ exp: seconds - 1 })],
    ['a token that does not expire', token({ exp: undefined })],
    ['a token that is valid later', token({ nbf: seconds + 60 })],
    ['an id token', token({ token_use: 'id' })],
    ['a token of another person', token({ sub: 'sub-approver-2', username: 'approver-2' })],
    ['a token of an agent', token({ username: undefined, sub: 'claims-agent', scope: 'agent/claims-agent' })],
  ])('A forged event with %s decides nothing', async (_, header) => {
    expect(await seen(header)).toBe('token.unfit');
  });

  it('A token whose groups were changed after it was signed is refused', async () => {
    const [head, , signature] = token().split('.');
    const changed = [head, part({ ...claims, 'cognito:groups': ['approvers', 'operators'] }), signature].join('.');
    expect(await seen(`Bearer ${changed}`)).toBe('token.unfit');
  });

  it('If the keys of the user pool cannot be read, the request fails and can be retried', async () => {
    const keys = () => Promise.reject(new Error('no route'));
    expect(await seen(token(), { keys })).toBe('dependency.unavailable');
  });
});

describe('The issuer of the tokens', () => {
  const from = { TOKEN_ISSUER: issuer, TOKEN_CLIENTS: 'people others', USER_POOL: 'pool' };
  it('The keys are at the address of the issuer, or at the endpoint to which the environment redirects AWS clients', () => {
    expect(tokenIssuer(from)).toEqual({
      issuer,
      keysUrl: `${issuer}/.well-known/jwks.json`,
      clientIds: ['people', 'others'],
    });
    expect(tokenIssuer({ ...from, AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' }).keysUrl).toBe(
      'http://127.0.0.1:4566/pool/.well-known/jwks.json',
    );
  });
});
