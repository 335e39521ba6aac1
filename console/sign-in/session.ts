import * as oauth from 'oauth4webapi';
import { keep, takeKept } from './kept.ts';
import type { Settings } from './settings.ts';

/** A person who is signed in. The tokens are in memory only, so a reload signs in again at the hosted page. */
export interface Session {
  /**
   * Returns an access token that is valid for at least a minute more. It is renewed when needed.
   * @throws SignedOut if the sign-in has ended
   */
  readonly token: () => Promise<string>;
  /** Goes to the hosted page, which ends the sign-in and leads back. */
  readonly signOut: () => void;
}

/** The sign-in has ended, or the hosted page refused it. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

const scope = 'openid profile';
/** An access token is renewed so many milliseconds before it expires. */
const marginMillis = 60_000;

export interface SignIn {
  /** Completes a sign-in that has just come back. Undefined if none is under way. @throws SignedOut if it was refused */
  readonly complete: () => Promise<Session | undefined>;
  /** Leaves for the hosted page. The person comes back to the same place. */
  readonly begin: () => Promise<void>;
}

/** Returns the sign-in with an authorization code and PKCE (RFC 6749, 4.1; RFC 7636; RFC 9700, 2.1). */
export function signInWith(settings: Settings): SignIn {
  const flow = flowOf(settings);
  return { complete: () => complete(flow), begin: () => begin(flow) };
}

interface Flow {
  readonly server: oauth.AuthorizationServer & { readonly authorization_endpoint: string };
  readonly client: oauth.Client;
  readonly page: string;
  readonly logout: string;
  readonly options: { readonly [oauth.allowInsecureRequests]?: boolean };
}

function flowOf({ clientId, issuer, origin }: Settings): Flow {
  const at = origin === 'self' ? location.origin : origin;
  return {
    server: { issuer, authorization_endpoint: `${at}/oauth2/authorize`, token_endpoint: `${at}/oauth2/token` },
    client: { client_id: clientId, token_endpoint_auth_method: 'none' },
    page: `${location.origin}${location.pathname}`,
    logout: `${at}/logout`,
    // A page on the loopback came over HTTP, and so does its sign-in. Everywhere else the library refuses HTTP.
    options: at.startsWith('http://127.0.0.1:') ? { [oauth.allowInsecureRequests]: true } : {},
  };
}

async function begin({ server, client, page }: Flow): Promise<void> {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  keep({ verifier, state, nonce, place: location.hash });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: page,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  // The way through the hosted page leaves no entry in the history, so that back leads to the view before.
  location.replace(`${server.authorization_endpoint}?${query}`);
}

async function complete(flow: Flow): Promise<Session | undefined> {
  const { server, client, page, options } = flow;
  const address = new URL(location.href);
  if (!address.searchParams.has('state')) return undefined;
  const { verifier, state, nonce, place = '' } = takeKept();
  history.replaceState(null, '', `${page}${place}`);
  if (verifier === undefined || state === undefined || nonce === undefined) return undefined;
  try {
    address.hash = '';
    const answer = oauth.validateAuthResponse(server, client, address, state);
    const sent = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      page,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, sent, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return sessionWith(flow, tokens);
  } catch (cause) {
    throw new SignedOut('The sign-in was not completed.', { cause });
  }
}

function sessionWith(flow: Flow, first: oauth.TokenEndpointResponse): Session {
  const { client, logout, page } = flow;
  let tokens = first;
  let expiresAt = expiryOf(first);
  let renewal: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const renewed = await renewedBy(flow, tokens.refresh_token);
    tokens = { ...renewed, refresh_token: renewed.refresh_token ?? tokens.refresh_token ?? '' };
    expiresAt = expiryOf(renewed);
    return tokens.access_token;
  };
  return {
    token: () => {
      if (Date.now() < expiresAt - marginMillis) return Promise.resolve(tokens.access_token);
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
    signOut: () => {
      const query = new URLSearchParams({ client_id: client.client_id, logout_uri: page });
      location.assign(`${logout}?${query}`);
    },
  };
}

async function renewedBy(
  { server, client, options }: Flow,
  refreshToken: string | undefined,
): Promise<oauth.TokenEndpointResponse> {
  if (refreshToken === undefined || refreshToken === '') throw new SignedOut('The sign-in has expired.');
  try {
    const sent = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
    return await oauth.processRefreshTokenResponse(server, client, sent);
  } catch (cause) {
    if (cause instanceof oauth.ResponseBodyError) throw new SignedOut('The sign-in has ended.', { cause });
    throw cause;
  }
}

const expiryOf = ({ expires_in: seconds = 0 }: oauth.TokenEndpointResponse): number => Date.now() + seconds * 1000;
