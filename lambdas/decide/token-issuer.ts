import type { TokenIssuer } from '../../adapters/aws/token-verifier.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';

/**
 * Returns the issuer of the tokens. Its keys are at its own address (OpenID Connect Discovery 1.0, 4). If the
 * environment redirects the clients of AWS, as in the local cloud, the keys are at that address.
 */
export function tokenIssuer(from: Readonly<Record<string, string | undefined>>): TokenIssuer {
  const issuer = requireEnv(environment.tokenIssuer, from);
  const elsewhere = from['AWS_ENDPOINT_URL'];
  const base = elsewhere === undefined ? issuer : `${elsewhere}/${requireEnv(environment.userPool, from)}`;
  const clientIds = requireEnv(environment.tokenClients, from).split(' ');
  return { issuer, keysUrl: `${base}/.well-known/jwks.json`, clientIds };
}
