import { JwtVerifier } from 'aws-jwt-verify';
import { WaitPeriodNotYetEndedJwkError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { Failure } from '../../contract/failures.ts';

/** The issuer whose access tokens are accepted, the address of its keys, and the app clients. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly keysUrl: string;
  readonly clientIds: readonly string[];
}

/** Returns the claims of a token. @throws Failure `token.unfit`, `dependency.unavailable` */
export type VerifyToken = (token: string) => Promise<Readonly<Record<string, unknown>>>;

const keysTimeoutMillis = 4000;
const maxKeysBytes = 64 * 1024;

/**
 * Checks access tokens of the user pool: the signature with the keys of the pool, the issuer, the app client and the
 * time. The keys are fetched once and kept. If a token names another key, they are fetched again, at most every 10 s.
 */
export function tokenVerifier(
  { issuer, keysUrl, clientIds }: TokenIssuer,
  fetchKeys: (url: string) => Promise<ArrayBuffer> = fetched,
): VerifyToken {
  const fetch = (url: string): Promise<ArrayBuffer> =>
    fetchKeys(url).catch(() => {
      throw unread();
    });
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch } });
  // An access token of Cognito names its app client in `client_id`. It has no `aud`.
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri: keysUrl, graceSeconds: 0 }, { jwksCache });
  return async (token) => {
    try {
      const claims = await verifier.verify(token);
      const { exp, token_use: use, client_id: client } = claims;
      const isKnown = typeof client === 'string' && clientIds.includes(client);
      if (typeof exp === 'number' && use === 'access' && isKnown) return claims;
    } catch (error) {
      if (error instanceof Failure || error instanceof WaitPeriodNotYetEndedJwkError) throw unread();
    }
    throw new Failure('token.unfit', 'the access token is not a valid token of the user pool');
  };
}

const unread = (): Failure => new Failure('dependency.unavailable', 'the keys of the user pool could not be read');

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(keysTimeoutMillis), redirect: 'error' });
  const bytes = answer.ok ? await answer.arrayBuffer() : undefined;
  if (bytes === undefined || bytes.byteLength > maxKeysBytes) throw unread();
  return bytes;
}
