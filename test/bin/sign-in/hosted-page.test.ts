import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInByPage } from '../../../bin/sign-in/hosted-page.ts';
import { forgetSession, keepSession, keptSession } from '../../../bin/sign-in/kept-session.ts';
import { stageOf } from '../../../bin/sign-in/person.ts';

interface Authorized {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}

/** A user pool that checks the exchange as RFC 6749 and RFC 7636 say. */
async function startPool() {
  const seen: Authorized[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const asked = seen.at(-1);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        request.url === '/oauth2/token' &&
        form.get('grant_type') === 'authorization_code' &&
        form.get('client_id') === 'cli' &&
        form.get('code') === 'the-code' &&
        form.get('redirect_uri') === asked?.redirectUri &&
        challenge === asked?.challenge;
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' });
      response.end(
        isRight ? '{"access_token":"token","expires_in":3600,"refresh_token":"r"}' : '{"error":"invalid_grant"}',
      );
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { authorizeUrl: `${base}/oauth2/authorize`, tokenUrl: `${base}/oauth2/token`, clientId: 'cli' };
  /** Notes what the page is asked for. */
  const authorize = (url: string): Authorized => {
    const given = new URL(url).searchParams;
    const authorized = {
      redirectUri: given.get('redirect_uri') ?? '',
      state: given.get('state') ?? '',
      challenge: given.get('code_challenge') ?? '',
    };
    seen.push(authorized);
    return authorized;
  };
  return { place, authorize, close: () => server.close() };
}

/** Sends the person back to the command line, as the page does after the sign-in. */
const back = (port: number, query: Record<string, string>) =>
  fetch(`http://localhost:${port}/signed-in?${new URLSearchParams(query).toString()}`);

let pool: Awaited<ReturnType<typeof startPool>>;
beforeEach(async () => {
  pool = await startPool();
});
afterEach(() => pool.close());

/** Finds a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('The sign-in by the page of the user pool', () => {
  it('The command line gets a token for the code, with the secret of this sign-in, and keeps no refresh token', async () => {
    const port = await freePort();
    const session = await signInByPage(
      pool.place,
      (url) => {
        const { state, redirectUri } = pool.authorize(url);
        expect(redirectUri).toBe(`http://localhost:${port}/signed-in`);
        expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
        void back(port, { code: 'the-code', state });
      },
      { ports: [port], now: () => 1000 },
    );
    expect(session).toEqual({ token: 'token', expiresAt: 3_601_000 });
  });

  it('An answer with another state, or at another path, is refused, and the command goes on waiting', async () => {
    const port = await freePort();
    const statuses: number[] = [];
    const session = await signInByPage(
      pool.place,
      (url) => {
        const { state } = pool.authorize(url);
        void (async () => {
          statuses.push((await back(port, { code: 'the-code', state: 'forged' })).status);
          statuses.push((await fetch(`http://localhost:${port}/other?state=${state}&code=x`)).status);
          statuses.push(
            (await fetch(`http://localhost:${port}/signed-in?state=${state}&code=x`, { method: 'POST' })).status,
          );
          await back(port, { code: 'the-code', state });
        })();
      },
      { ports: [port] },
    );
    expect([statuses, session.token]).toEqual([[404, 404, 404], 'token']);
  });

  it('If the page reports an error, or the pool refuses the code, the command says so and what to do', async () => {
    const port = await freePort();
    const answering = (query: Record<string, string>) =>
      signInByPage(pool.place, (url) => void back(port, { ...query, state: pool.authorize(url).state }), {
        ports: [port],
      });
    await expect(answering({ error: 'access_denied' })).rejects.toThrow(/access_denied\. Run the command again/);
    await expect(answering({ code: 'another-code' })).rejects.toThrow(/refused the code with status 400/);
  });

  it('If nobody signs in within the time limit, the command ends', async () => {
    const asked = signInByPage(pool.place, () => undefined, { ports: [await freePort()], timeoutMillis: 20 });
    await expect(asked).rejects.toThrow(/nobody signed in/);
  });

  it('If the first port is in use, the next one is used, and if all are, the command says which', async () => {
    const busy = createServer();
    busy.listen(0, 'localhost');
    await once(busy, 'listening');
    const used = (busy.address() as AddressInfo).port;
    const port = await freePort();
    const session = await signInByPage(
      pool.place,
      (url) => void back(port, { code: 'the-code', state: pool.authorize(url).state }),
      { ports: [used, port] },
    );
    expect(session.token).toBe('token');
    await expect(signInByPage(pool.place, () => undefined, { ports: [used] })).rejects.toThrow(`${used}`);
    busy.close();
  });
});

describe('The kept session', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sessions-'));
    vi.stubEnv('XDG_STATE_HOME', folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it('A session is used until a minute before its token ends, only for its own client, and only its owner can read it', async () => {
    keepSession('client', { token: 'token', expiresAt: 100_000 });
    expect(keptSession('client', 39_999)).toEqual({ token: 'token', expiresAt: 100_000 });
    expect(keptSession('client', 40_000)).toBeUndefined();
    expect(keptSession('another', 0)).toBeUndefined();
    const sessions = join(folder, 'logic-plane', 'sessions');
    const [file = ''] = await readdir(sessions);
    expect([(await stat(join(sessions, file))).mode & 0o777, (await stat(sessions)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    forgetSession('client');
    expect(keptSession('client', 0)).toBeUndefined();
    forgetSession('client');
  });
});

describe('The outputs of a stage', () => {
  it('A file without the outputs of the stage is refused, and the message names them', () => {
    const given = { options: { stage: 'prod' }, tenant: 'demo' };
    expect(() => stageOf(given, 'package.json')).toThrow(
      /ApiUrl, CliClientId, TokenEndpoint .*LogicPlane-demo-prod-Data/,
    );
  });
});
