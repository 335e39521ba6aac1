import { describe, expect, it } from 'vitest';
import { servePage } from '../../../lambdas/console/serve-page.ts';

const script = Buffer.from('console page');
const gzip = Buffer.from('compressed');
const page = {
  files: new Map([
    ['index.html', { bytes: Buffer.from('<!doctype html>'), gzip }],
    ['main-ABC.js', { bytes: script, gzip }],
  ]),
  tenant: 'demo',
  stage: 'prod',
  signIn: { clientId: 'client', issuer: 'https://issuer.example/pool', origin: 'https://sign-in.example' },
};
const get = (file?: string, headers: Record<string, string> = {}) =>
  servePage(page)({
    rawPath: `/console/${file ?? ''}`,
    headers,
    ...(file === undefined ? {} : { pathParameters: { file } }),
  });
const policyOf = (headers: Readonly<Record<string, unknown>> = {}): readonly string[] =>
  String(headers['content-security-policy']).split('; ');

describe('The function that serves the page', () => {
  it('The page without a slash at the end redirects to the address with the slash, relative to the API', async () => {
    const answer = await servePage(page)({ rawPath: '/console', headers: {} });
    expect(answer).toMatchObject({ statusCode: 308, headers: { location: 'console/' } });
  });

  it('Browsers ask for the page again each time, and keep its other files for a year', async () => {
    expect((await get()).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get('main-ABC.js')).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it.each([
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8', true],
    ['gzip;q=0', false],
    ['identity', false],
    ['', false],
  ])('If the browser accepts `%s`, whether it gets the compressed file is %s', async (accepted, compressed) => {
    const { body = '', headers } = await get('main-ABC.js', { 'accept-encoding': accepted });
    expect(Buffer.from(body, 'base64')).toEqual(compressed ? gzip : script);
    expect(headers?.['content-encoding']).toBe(compressed ? 'gzip' : undefined);
    expect(headers?.['vary']).toBe('accept-encoding');
  });

  it.each(['main-OLD.js', '../index.mjs', '__proto__', 'page/main-ABC.js'])(
    'A request for `%s`, which is no file of the page, gets a 404 that nothing keeps',
    async (name) => {
      expect(await get(name)).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } });
    },
  );

  it('The settings name the tenant and the sign-in, and no other values of the environment', async () => {
    const { body = '' } = await get('settings.json');
    expect(JSON.parse(body)).toEqual({ tenant: 'demo', stage: 'prod', ...page.signIn });
  });

  it('Each answer forbids inline script and style, frames, and requests to other origins than the API and the sign-in', async () => {
    const answers = await Promise.all([get(), get('main-ABC.js'), get('settings.json'), get('none')]);
    for (const { headers } of answers) {
      expect(policyOf(headers)).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self' https://sign-in.example",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  it('If people sign in at the origin of the page, the policy allows requests to this origin only', async () => {
    const local = servePage({ ...page, signIn: { ...page.signIn, origin: 'self' } });
    const { headers } = await local({ rawPath: '/console/', headers: {} });
    expect(policyOf(headers)).toContain("connect-src 'self'");
  });

  it('The gateway passes the address with a slash at the end as an empty name or as none, and both get the page', async () => {
    const named = await servePage(page)({ rawPath: '/console/', headers: {}, pathParameters: { file: '' } });
    expect(named).toEqual(await get());
    expect(named.statusCode).toBe(200);
  });
});
