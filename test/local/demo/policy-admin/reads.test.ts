import { describe, expect, it } from 'vitest';
import { insurer } from './insurer.ts';

describe('A read of a resource', () => {
  it.each([
    ['/policies/POL-2026-000123', { policyId: 'POL-2026-000123', product: 'kasko', status: 'active' }],
    [
      '/claims/CLM-2026-000045',
      { claimId: 'CLM-2026-000045', status: 'open', cause: 'collision', policyId: 'POL-2026-000123' },
    ],
    ['/parties/PTY-000123', { partyId: 'PTY-000123', kind: 'person' }],
    ['/claims/CLM-2026-000045/reserve', { claimId: 'CLM-2026-000045', amount: '42500.00', currency: 'TRY' }],
    ['/claims/CLM-2026-000046', { status: 'open', reserve: expect.objectContaining({ amount: '25000.00' }) }],
  ])('A read of %s returns the record with a strong entity tag', async (path, expected) => {
    const { call } = await insurer();
    const reply = await call('GET', path, { as: 'read' });
    expect(reply).toMatchObject({ status: 200, etag: '"v1"', body: expected });
    expect(reply.headers.get('x-replica-lag-seconds')).toBeNull();
  });

  it.each([
    '/policies/POL-2026-999999',
    '/claims/CLM-2026-999999/reserve',
    '/nowhere',
    '/changes/none',
    '/claims/a%2Fb',
    '/',
  ])('A read of %s, which does not exist, gets 404', async (path) => {
    const { call } = await insurer();
    expect(await call('GET', path, { as: 'read' })).toMatchObject({ status: 404 });
  });

  it.each(['"v1"', 'W/"v1"', '"v0", "v1"', '*'])(
    'A read with If-None-Match %s gets 304 without a body',
    async (tag) => {
      const { call } = await insurer();
      for (const path of ['/claims/CLM-2026-000045', '/claims/CLM-2026-000045/reserve']) {
        const reply = await call('GET', path, { as: 'read', headers: { 'if-none-match': tag } });
        expect(reply).toMatchObject({ status: 304, etag: '"v1"', text: '' });
      }
    },
  );

  it('A read with the entity tag of another version in If-None-Match returns the record', async () => {
    const { call } = await insurer();
    const reply = await call('GET', '/claims/CLM-2026-000045', { as: 'read', headers: { 'if-none-match': '"v2"' } });
    expect(reply.status).toBe(200);
  });
});

describe('The credentials', () => {
  const body = JSON.stringify({ amount: '1.00', currency: 'TRY', reason: 'x' });
  const headers = { 'if-match': '"v1"', 'idempotency-key': 'k' };
  const reserve = '/claims/CLM-2026-000045/reserve';

  it('A request with a missing or unknown credential gets 401', async () => {
    const { call } = await insurer();
    for (const authorization of [undefined, 'Bearer anything', 'Basic cmVhZDpyZWFk', 'Bearer ']) {
      const sent = { headers: authorization === undefined ? {} : { authorization } };
      const reply = await call('GET', reserve, sent);
      expect(reply).toMatchObject({ status: 401 });
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(await call('GET', '/_journal', sent)).toMatchObject({ status: 401 });
    }
  });

  it.each(['read', 'admin'] as const)('A change with the credential for %s gets 403', async (as) => {
    const { call } = await insurer();
    expect(await call('PUT', reserve, { as, headers, body })).toMatchObject({ status: 403 });
    expect(await call('GET', reserve, { as: 'read' })).toMatchObject({ etag: '"v1"' });
  });

  it.each(['write', 'admin'] as const)('A read with the credential for %s gets 403', async (as) => {
    const { call } = await insurer();
    expect(await call('GET', reserve, { as })).toMatchObject({ status: 403 });
  });

  it.each(['read', 'write'] as const)(
    'A request to a path with an underscore with the credential for %s gets 403',
    async (as) => {
      const { call } = await insurer();
      for (const [method, path] of [
        ['GET', '/_journal'],
        ['GET', '/_switches'],
        ['POST', '/_switches'],
        ['DELETE', '/_switches'],
        ['POST', '/_touch/claims/CLM-2026-000045'],
      ] as const) {
        expect(await call(method, path, { as, ...(method === 'POST' ? { body: '{}' } : {}) })).toMatchObject({
          status: 403,
        });
      }
      expect(await call('GET', reserve, { as: 'read' })).toMatchObject({ etag: '"v1"' });
    },
  );

  it('A method that the resource does not have gets 405', async () => {
    const { call } = await insurer();
    const reply = await call('DELETE', reserve, { as: 'write' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, PUT');
    expect(await call('PUT', '/policies/POL-2026-000123', { as: 'write', headers, body })).toMatchObject({
      status: 405,
    });
  });
});
