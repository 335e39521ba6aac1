import { createHash } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { exchangeOnLoopback, type HttpReply } from '../../local/cloud/aws-request.ts';

const { demo } = inject('deployment');
const page = `${demo.apiUrl}/console/`;
const get = (address: string): Promise<HttpReply> =>
  exchangeOnLoopback(new URL(address), { method: 'GET', timeoutMillis: 120_000 });
const post = (address: string, form: Readonly<Record<string, string>>): Promise<HttpReply> =>
  exchangeOnLoopback(new URL(address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    timeoutMillis: 120_000,
  });
const origin = new URL(demo.apiUrl).origin;

describe('The console of the deployment', () => {
  it('Anybody gets the page and its files without a token, and nothing else', async () => {
    expect(await get(`${demo.apiUrl}/console`)).toMatchObject({ status: 308, headers: { location: 'console/' } });
    const { status, body, headers } = await get(page);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    const files = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name = '']) => name);
    expect(files).toHaveLength(3);
    for (const name of files) expect((await get(`${page}${name}`)).status, name).toBe(200);
    expect((await get(`${page}../v1/tools`)).status).toBe(401);
  });

  it('A login signs in at the hosted page with PKCE, and the API accepts the token for this login', async () => {
    const settings = z.object({ clientId: z.string(), origin: z.literal('self') });
    const { clientId } = settings.parse(JSON.parse((await get(`${page}settings.json`)).body));
    const verifier = 'v'.repeat(64);
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: page,
      scope: 'openid profile',
      state: 'state-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    expect((await get(`${origin}/oauth2/authorize?${new URLSearchParams(asked)}`)).status).toBe(200);
    const password = demo.logins['approver-1']?.password ?? '';
    const led = await post(`${origin}/login`, { ...asked, username: 'approver-1', password });
    const back = new URL(led.headers.location ?? '');
    expect([`${back.origin}${back.pathname}`, back.searchParams.get('state')]).toEqual([page, 'state-1']);
    const code = back.searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: page, code };
    expect((await post(`${origin}/oauth2/token`, { ...exchange, code_verifier: 'w'.repeat(64) })).status).toBe(400);
    const again = await post(`${origin}/login`, { ...asked, username: 'approver-1', password });
    const second = new URL(again.headers.location ?? '').searchParams.get('code') ?? '';
    const tokens = await post(`${origin}/oauth2/token`, { ...exchange, code: second, code_verifier: verifier });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(JSON.parse(tokens.body));
    const me = await exchangeOnLoopback(new URL(`${demo.apiUrl}/v1/me`), {
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
      timeoutMillis: 120_000,
    });
    expect([me.status, JSON.parse(me.body)]).toMatchObject([200, { name: 'approver-1' }]);
  });

  it('The hosted page leads to no other address than that of the page', async () => {
    const asked = { response_type: 'code', client_id: demo.clientId, scope: 'openid', state: 's' };
    const query = new URLSearchParams({ ...asked, redirect_uri: 'http://127.0.0.1:1/console/' });
    expect((await get(`${origin}/oauth2/authorize?${query}`)).status).toBe(400);
  });
});
