import * as z from 'zod';
import { callbackPorts } from '../../contract/platform/sign-in.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { waitOnLoopback } from './loopback.ts';
import { newPkce } from './pkce.ts';

/** The addresses of the user pool's own pages, and the app client of the command line. */
export interface SignInPlace {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
}

export interface PageSession {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The time that a person has to sign in. */
const signInMillis = 5 * 60_000;
const exchangeMillis = 30_000;

const granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Signs a person in by the page of the user pool: authorization code with PKCE (RFC 7636), with a redirect to the
 * loopback (RFC 8252). The password goes only to the page.
 * @param open shows the page to the person
 * @throws MissingEnvironment
 */
export async function signInByPage(
  { authorizeUrl, tokenUrl, clientId }: SignInPlace,
  open: (url: string) => void,
  options: { readonly ports?: readonly number[]; readonly timeoutMillis?: number; readonly now?: () => number } = {},
): Promise<PageSession> {
  const { ports = callbackPorts, timeoutMillis = signInMillis, now = Date.now } = options;
  const { verifier, challenge, state } = newPkce();
  const loopback = await waitOnLoopback(ports, state, timeoutMillis);
  try {
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: loopback.redirectUri,
      scope: 'openid profile',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    open(`${authorizeUrl}?${asked.toString()}`);
    const code = await loopback.code;
    return await exchanged(tokenUrl, { clientId, code, redirectUri: loopback.redirectUri, verifier }, now);
  } finally {
    loopback.close();
  }
}

/** Exchanges the code for an access token (RFC 6749, 4.1.3). The refresh token of the answer is not kept. */
async function exchanged(
  tokenUrl: string,
  { clientId, code, redirectUri, verifier }: Readonly<Record<'clientId' | 'code' | 'redirectUri' | 'verifier', string>>,
  now: () => number,
): Promise<PageSession> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const at = now();
  const signal = AbortSignal.timeout(exchangeMillis);
  const response = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal }).catch(
    (cause: unknown) => {
      throw new MissingEnvironment('the user pool did not answer. Run the command again', { cause });
    },
  );
  const { data } = granted.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !data)
    throw new MissingEnvironment(
      `the user pool refused the code with status ${response.status}. Run the command again`,
    );
  return { token: data.access_token, expiresAt: at + data.expires_in * 1000 };
}
