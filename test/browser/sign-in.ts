import { createHash, randomBytes } from 'node:crypto';

/** A sign-in that is under way, as the hosted page knows it (RFC 6749, 4.1.1; RFC 7636, 4.3). */
interface Pending {
  readonly login: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
}

export interface Form {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

/**
 * A hosted sign-in for tests. It issues a code for one of the logins, and exchanges it for tokens once, if the verifier
 * matches the challenge. Like the hosted page of Cognito, it remembers the login in a cookie.
 */
export class TestSignIn {
  private readonly pending = new Map<string, Pending>();
  private readonly tokens = new Map<string, string>();
  private readonly refreshing = new Map<string, string>();
  readonly issuer: string;
  /** Seconds for which an access token is valid. */
  seconds = 3600;

  constructor(issuer: string) {
    this.issuer = issuer;
  }

  /** Returns the login whose access token this is; undefined if nobody's. */
  loginOf(token: string): string | undefined {
    return this.tokens.get(token);
  }

  /** Ends every sign-in: no token is valid any more, and none can be renewed. */
  endAll(): void {
    this.tokens.clear();
    this.refreshing.clear();
  }

  /** Shows the form, or leads back at once if the cookie names a login. */
  authorize(query: URLSearchParams, cookie: string): Form {
    const known = /(?:^|;\s*)login=([\w-]+)/.exec(cookie)?.[1];
    if (known !== undefined) return this.lead(known, query);
    const fields = [...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
    const body = `<!doctype html><title>Sign in</title><form method="post" action="/login">${fields.join('')}<label>Login <input name="login"></label><button>Sign in</button></form>`;
    return { status: 200, headers: html, body };
  }

  /** Handles the form of the hosted page. */
  login(form: URLSearchParams): Form {
    const login = form.get('login') ?? '';
    const led = this.lead(login, form);
    return { ...led, headers: { ...led.headers, 'set-cookie': `login=${login}; HttpOnly; SameSite=Lax` } };
  }

  private lead(login: string, query: URLSearchParams): Form {
    const code = randomBytes(16).toString('hex');
    const redirect = query.get('redirect_uri') ?? '';
    this.pending.set(code, {
      login,
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      redirect,
    });
    const location = `${redirect}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`;
    return { status: 302, headers: { location }, body: '' };
  }

  /** Exchanges a code or a refresh token for tokens. */
  exchange(form: URLSearchParams): Form {
    if (form.get('grant_type') === 'refresh_token') {
      const login = this.refreshing.get(form.get('refresh_token') ?? '');
      return login === undefined ? refused : this.issued(login, {});
    }
    const pending = this.pending.get(form.get('code') ?? '');
    this.pending.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (pending?.challenge !== challenge || pending.redirect !== form.get('redirect_uri')) return refused;
    return this.issued(pending.login, { nonce: pending.nonce, aud: form.get('client_id') ?? '' });
  }

  private issued(login: string, claims: Readonly<Record<string, string>>): Form {
    const [access, refresh] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    this.tokens.set(access, login);
    this.refreshing.set(refresh, login);
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.issuer, sub: `sub-${login}`, iat: now, exp: now + 3600, ...claims };
    const idToken = [{ alg: 'RS256', typ: 'JWT' }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const body = {
      token_type: 'Bearer',
      expires_in: this.seconds,
      access_token: access,
      refresh_token: refresh,
      ...('nonce' in claims ? { id_token: `${idToken}.c2lnbmF0dXJl` } : {}),
    };
    return { status: 200, headers: json, body: JSON.stringify(body) };
  }
}

const refused: Form = { status: 400, headers: json, body: JSON.stringify({ error: 'invalid_grant' }) };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
