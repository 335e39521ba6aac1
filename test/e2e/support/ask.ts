import { inject } from 'vitest';
import { z } from 'zod';
import { type ApiAnswer, type ApiCall, callApi } from '../../../local/demo/api-client.ts';
import { tokenFor } from '../../../local/demo/tokens.ts';

const tokens = new Map<string, Promise<string>>();

/** Returns the access token of an agent or a login of the demo. The token is fetched once in each test file. */
export function tokenOf(who: string): Promise<string> {
  const kept = tokens.get(who) ?? tokenFor(inject('deployment').demo, who);
  tokens.set(who, kept);
  return kept;
}

/** Sends one HTTP request to the deployed API, as an agent or a login. */
export const ask = async (who: string, call: ApiCall): Promise<ApiAnswer> =>
  callApi(inject('deployment').demo.apiUrl, await tokenOf(who), call);

const claims = z.looseObject({ sub: z.string(), exp: z.number(), token_use: z.string() });

/** Reads the claims of a token. The signature is not checked. */
export const claimsOf = (token: string): z.infer<typeof claims> =>
  claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
