import type { TokenIssuer } from '../../adapters/aws/token-verifier.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';

/**
 * Returns the issuer of the tokens, with the address of its keys. The keys are below the issuer's own address (OpenID
 * Connect Discovery 1.0, 4). If `AWS_ENDPOINT_URL` is set, as in the local cloud, the keys are below that URL.
 */
export function tokenIssuer(from: Readonly<Record<string, string | undefined>>): TokenIssuer {
  const issuer = requireEnv(environment.tokenIssuer, from);
  const elsewhere = from['AWS_ENDPOINT_URL'];
  const base = elsewhere === undefined ? issuer : `${elsewhere}/${requireEnv(environment.userPool, from)}`;
  const clientIds = requireEnv(environment.tokenClients, from).split(' ');
  return { issuer, keysUrl: `${base}/.well-known/jwks.json`, clientIds };
}
