import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { credentials, insurer } from './insurer.ts';

const claim = 'CLM-2026-000045';

describe('The journal of the policy administration', () => {
  it('The journal has every request to a resource with the name of its credential, even if the request was refused', async () => {
    const desk = await insurer();
    const path = `/claims/${claim}`;
    await desk.call('GET', path, { as: 'read' });
    await desk.call('GET', path);
    await desk.call('GET', path, { as: 'write' });
    await desk.put(claim, 'ref-1', { ifMatch: '"v0"' });
    const { body } = await desk.admin('GET', `/_journal?path=${path}`);
    expect(body).toMatchObject({
      requests: [
        { method: 'GET', path, credential: 'read', status: 200 },
        { method: 'GET', path, credential: null, status: 401 },
        { method: 'GET', path, credential: 'write', status: 403 },
      ],
    });
    expect((await desk.admin('GET', '/_journal?ref=ref-1')).body).toMatchObject({
      ref: 'ref-1',
      requests: [{ method: 'PUT', path: `${path}/reserve`, credential: 'write', ref: 'ref-1', status: 412 }],
      changes: [],
    });
    expect((await desk.admin('GET', '/_journal')).body).toEqual({
      total: 4,
      requests: [
        { credential: 'none', method: 'GET', count: 1 },
        { credential: 'read', method: 'GET', count: 1 },
        { credential: 'write', method: 'GET', count: 1 },
        { credential: 'write', method: 'PUT', count: 1 },
      ],
      changes: 0,
    });
  });

  it('The journal has no secret and no text of a header, a query or a body', async () => {
    const desk = await insurer();
    await desk.call('GET', `/claims/${claim}?token=4111-secret`, { as: 'read', headers: { cookie: '4111-secret' } });
    await desk.call('GET', `/claims/${claim}`, { headers: { authorization: 'Bearer 4111-secret' } });
    await desk.call('PUT', `/claims/${claim}/reserve`, {
      as: 'write',
      headers: { 'idempotency-key': '4111 secret' },
      body: '4111-secret',
    });
    const { text } = await desk.admin('GET', `/_journal?path=/claims/${claim}`);
    const { text: reserve } = await desk.admin('GET', `/_journal?path=/claims/${claim}/reserve`);
    for (const shown of [text, reserve]) {
      expect(shown).not.toContain('4111');
      for (const token of Object.values(credentials)) expect(shown).not.toContain(token);
    }
    expect(JSON.parse(text)).toMatchObject({ requests: [{ status: 200 }, { status: 401 }] });
  });

  it('The journal and the changes are still there after a restart', async () => {
    const desk = await insurer();
    await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    await desk.restart();
    expect((await desk.admin('GET', '/_journal?ref=ref-1')).body).toMatchObject({
      requests: [{ status: 200 }],
      changes: [{ etag: '"v2"' }],
    });
  });
});

describe('The path /_touch', () => {
  it.for<[string, object, string, string]>([
    [`/claims/${claim}`, { status: 'closed' }, 'status', 'closed'],
    [`/claims/${claim}/reserve`, { amount: '99000.00' }, 'amount', '99000.00'],
    ['/policies/POL-2026-000123', { status: 'cancelled' }, 'status', 'cancelled'],
    ['/parties/PTY-000123', { city: 'Ankara' }, 'city', 'Ankara'],
  ])(
    'A touch of %s changes the record and its entity tag, but the journal does not count it as a change',
    async ([path, change, member, value]) => {
      const desk = await insurer();
      expect(await desk.admin('POST', `/_touch${path}`, change)).toMatchObject({
        status: 200,
        body: { path, etag: '"v2"' },
      });
      const { etag, body } = await desk.call('GET', path, { as: 'read' });
      expect({ etag, value: body[member] }).toEqual({ etag: '"v2"', value });
      expect((await desk.admin('GET', '/_journal')).body).toMatchObject({ changes: 0 });
    },
  );

  it('A touch without a body changes only the entity tag, and a change with the old tag then gets 412', async () => {
    const desk = await insurer();
    const { body: before } = await desk.call('GET', `/claims/${claim}`, { as: 'read' });
    expect(await desk.admin('POST', `/_touch/claims/${claim}`)).toMatchObject({ etag: '"v2"' });
    expect(await desk.call('GET', `/claims/${claim}`, { as: 'read' })).toMatchObject({ etag: '"v2"', body: before });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 412 });
  });

  it.each([{ unknown: 'x' }, { status: 1 }, { reserve: {} }, []])(
    'A touch with the body %j gets 400 and changes nothing',
    async (body) => {
      const desk = await insurer();
      expect(await desk.admin('POST', `/_touch/claims/${claim}`, body)).toMatchObject({ status: 400 });
      expect(await desk.call('GET', `/claims/${claim}`, { as: 'read' })).toMatchObject({ etag: '"v1"' });
    },
  );

  it('A touch of a record that does not exist gets 404', async () => {
    const desk = await insurer();
    expect(await desk.admin('POST', '/_touch/claims/CLM-2026-999999')).toMatchObject({ status: 404 });
  });
});

it('Each policy and claim that the file seed/named.ts names exists in the demo', async () => {
  const desk = await insurer();
  const text = readFileSync(new URL('../../../../local/demo/policy-admin/seed/named.ts', import.meta.url), 'utf8');
  const ids = [...new Set(text.match(/\b(?:POL|CLM)-2026-\d{6}\b/g))];
  expect(ids.length).toBeGreaterThan(4);
  for (const id of ids) {
    const path = id.startsWith('POL') ? `/policies/${id}` : `/claims/${id}`;
    expect(await desk.call('GET', path, { as: 'read' })).toMatchObject({ status: 200 });
  }
});
