import { describe, expect, it } from 'vitest';
import { insurer, type Insurer } from './insurer.ts';

const claim = 'CLM-2026-000045';
const reserve = `/claims/${claim}/reserve`;

/** The entity tag, the amount and the number of changes ever applied. */
const state = async ({ call, admin }: Insurer): Promise<unknown> => {
  const { etag, body } = await call('GET', reserve, { as: 'read' });
  return { etag, amount: body['amount'], changes: (await admin('GET', '/_journal')).body['changes'] };
};
const untouched = { etag: '"v1"', amount: '42500.00', changes: 0 };

describe('The request that changes a reserve', () => {
  it('A change of a reserve is applied once and recorded with its version, reference and answer', async () => {
    const desk = await insurer();
    const reply = await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    expect(reply).toMatchObject({ status: 200, etag: '"v2"' });
    expect(reply.body).toMatchObject({
      claimId: claim,
      amount: '55000.00',
      currency: 'TRY',
      reason: 'Second inspection',
    });
    expect(await state(desk)).toEqual({ etag: '"v2"', amount: '55000.00', changes: 1 });
    expect((await desk.call('GET', '/changes/ref-1', { as: 'read' })).body).toEqual({
      ref: 'ref-1',
      method: 'PUT',
      path: reserve,
      etag: '"v2"',
      at: reply.body['updatedAt'],
    });
  });

  it('A change of a reserve also changes the entity tag of its claim', async () => {
    const desk = await insurer();
    await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    const { etag, body } = await desk.call('GET', `/claims/${claim}`, { as: 'read' });
    expect({ etag, reserve: body['reserve'] }).toMatchObject({ etag: '"v2"', reserve: { amount: '55000.00' } });
  });

  it('If If-Match is missing or names no version, a change of a reserve gets 428 and changes nothing', async () => {
    const desk = await insurer();
    for (const [index, ifMatch] of ['', '*', ' , '].entries()) {
      expect(await desk.put(claim, `ref-${index}`, { ifMatch })).toMatchObject({ status: 428 });
    }
    const body = JSON.stringify({ amount: '1.00', currency: 'TRY', reason: 'x' });
    const reply = await desk.call('PUT', reserve, { as: 'write', headers: { 'idempotency-key': 'ref' }, body });
    expect(reply.status).toBe(428);
    expect(await state(desk)).toEqual(untouched);
  });

  it('If If-Match is stale or weak, a change of a reserve gets 412 and changes nothing', async () => {
    const desk = await insurer();
    for (const ifMatch of ['"v0"', 'W/"v1"', 'v1', '"v2"']) {
      expect(await desk.put(claim, 'ref-1', { ifMatch })).toMatchObject({ status: 412, etag: '"v1"' });
    }
    expect(await state(desk)).toEqual(untouched);
    expect(await desk.call('GET', '/changes/ref-1', { as: 'read' })).toMatchObject({ status: 404 });
  });

  it('If the Idempotency-Key is missing or malformed, a change of a reserve gets 400 and changes nothing', async () => {
    const desk = await insurer();
    for (const key of ['', 'a b', 'x'.repeat(256), 'a/b']) {
      expect(await desk.put(claim, key, { ifMatch: '"v1"' })).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_required' },
      });
    }
    expect(await state(desk)).toEqual(untouched);
  });

  it.each([
    '',
    '[]',
    'null',
    '{',
    '{"amount":55000,"currency":"TRY","reason":"x"}',
    '{"amount":"1.0","currency":"TRY","reason":"x"}',
    '{"amount":"-1.00","currency":"TRY","reason":"x"}',
    '{"amount":"1e3","currency":"TRY","reason":"x"}',
    '{"amount":"1.00","currency":"EUR","reason":"x"}',
    '{"amount":"1.00","currency":"TRY","reason":" "}',
    '{"amount":"1.00","currency":"TRY"}',
    '{"amount":"1.00","currency":"TRY","reason":"x","more":1}',
  ])('A change of a reserve with the body %j gets 400 and changes nothing', async (body) => {
    const desk = await insurer();
    const headers = { 'if-match': '"v1"', 'idempotency-key': 'ref-1' };
    expect(await desk.call('PUT', reserve, { as: 'write', headers, body })).toMatchObject({ status: 400 });
    expect(await state(desk)).toEqual(untouched);
  });

  it('A change of a reserve with more than 64 KB gets 413 and changes nothing', async () => {
    const desk = await insurer();
    const headers = { 'if-match': '"v1"', 'idempotency-key': 'ref-1' };
    const reply = await desk.call('PUT', reserve, { as: 'write', headers, body: 'x'.repeat(65_537) });
    expect(reply.status).toBe(413);
    expect(await state(desk)).toEqual(untouched);
  });

  it('A change of a reserve gets 409 if the claim is not open, and 404 if the claim does not exist', async () => {
    const desk = await insurer();
    await desk.admin('POST', `/_touch/claims/${claim}`, { status: 'closed' });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v2"' })).toMatchObject({ status: 409 });
    expect(await desk.put('CLM-2026-999999', 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 404 });
    expect(await state(desk)).toMatchObject({ etag: '"v2"', amount: '42500.00', changes: 0 });
  });
});

describe('A repeated Idempotency-Key', () => {
  it('If the same key and body are sent again, the answer has the recorded bytes, although the version is stale now', async () => {
    const desk = await insurer();
    const first = await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    await desk.put(claim, 'ref-2', { ifMatch: '"v2"', amount: '60000.00' });
    await desk.restart();
    const again = await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    expect(again).toMatchObject({ status: 200, text: first.text, etag: '"v2"' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await state(desk)).toEqual({ etag: '"v3"', amount: '60000.00', changes: 2 });
  });

  it('If the same key is sent with another body or for another claim, the answer is 422 and nothing changes', async () => {
    const desk = await insurer();
    await desk.put(claim, 'ref-1', { ifMatch: '"v1"' });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v2"', amount: '90000.00' })).toMatchObject({ status: 422 });
    expect(await desk.put('CLM-2026-000046', 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 422 });
    expect(await state(desk)).toEqual({ etag: '"v2"', amount: '55000.00', changes: 1 });
  });

  it('After a refusal, the same key can be used again', async () => {
    const desk = await insurer();
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v9"', amount: '90000.00' })).toMatchObject({ status: 412 });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 200 });
  });

  it('If the same request is sent twenty times at the same time, one change is made and all get the same answer', async () => {
    const desk = await insurer();
    const replies = await Promise.all(Array.from({ length: 20 }, () => desk.put(claim, 'ref-1', { ifMatch: '"v1"' })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await state(desk)).toEqual({ etag: '"v2"', amount: '55000.00', changes: 1 });
  });

  it('If two keys change the same version at the same time, one change is applied and the other gets 412', async () => {
    const desk = await insurer();
    const replies = await Promise.all([
      desk.put(claim, 'ref-1', { ifMatch: '"v1"' }),
      desk.put(claim, 'ref-2', { ifMatch: '"v1"', amount: '1.00' }),
    ]);
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
    expect(await state(desk)).toMatchObject({ etag: '"v2"', changes: 1 });
  });
});
