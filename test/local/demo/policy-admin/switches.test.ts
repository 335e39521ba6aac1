import { describe, expect, it } from 'vitest';
import { insurer } from './insurer.ts';

const claim = 'CLM-2026-000045';
const path = `/claims/${claim}`;

describe('The switches for faults', () => {
  it('With unavailableNext, the given number of requests get 503 and nothing is applied', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { unavailableNext: 2, appliesTo: 'writes' });
    expect(await desk.call('GET', path, { as: 'read' })).toMatchObject({ status: 200 });
    for (let round = 0; round < 2; round += 1) {
      expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 503 });
    }
    expect(await desk.call('GET', '/changes/ref-1', { as: 'read' })).toMatchObject({ status: 404 });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 200, etag: '"v2"' });
  });

  it('With loseAnswerNext, a change is committed and its answer lost; its reference finds it and its key replays it', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { loseAnswerNext: 1 });
    expect(await desk.put(claim, 'ref-0', { ifMatch: '"v9"' })).toMatchObject({ status: 412 });
    await expect(desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).rejects.toThrow('fetch failed');
    expect(await desk.call('GET', '/changes/ref-1', { as: 'read' })).toMatchObject({
      status: 200,
      body: { etag: '"v2"' },
    });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 200, etag: '"v2"' });
    expect((await desk.admin('GET', '/_journal?ref=ref-1')).body).toMatchObject({
      requests: [
        { method: 'PUT', credential: 'write', status: 200, lost: true },
        { method: 'GET', credential: 'read', path: '/changes/ref-1', status: 200, lost: false },
        { method: 'PUT', credential: 'write', status: 200, lost: false },
      ],
      changes: [{ ref: 'ref-1', path: `${path}/reserve`, etag: '"v2"' }],
    });
  });

  it('With loseBeforeCommitNext, a change is lost before it is committed', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { loseBeforeCommitNext: 1 });
    await expect(desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).rejects.toThrow('fetch failed');
    expect(await desk.call('GET', '/changes/ref-1', { as: 'read' })).toMatchObject({ status: 404 });
    expect(await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).toMatchObject({ status: 200 });
  });

  it('With loseBy set to `hang`, the connection of a lost answer stays open and silent', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { loseAnswerNext: 1, loseBy: 'hang' });
    const impatience = new AbortController();
    const reply = desk.call('PUT', `${path}/reserve`, {
      as: 'write',
      headers: { 'if-match': '"v1"', 'idempotency-key': 'ref-1' },
      body: JSON.stringify({ amount: '1.00', currency: 'TRY', reason: 'x' }),
      signal: impatience.signal,
    });
    await expect.poll(async () => (await desk.call('GET', '/changes/ref-1', { as: 'read' })).status).toBe(200);
    impatience.abort(new Error('no answer yet'));
    await expect(reply).rejects.toThrow('no answer yet');
  });

  it('With slowMillis, the answer is delayed, and the change is applied even if its caller has gone', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { slowMillis: 1, held: true, appliesTo: 'writes' });
    const impatience = new AbortController();
    const gone = desk.call('PUT', `${path}/reserve`, {
      as: 'write',
      headers: { 'if-match': '"v1"', 'idempotency-key': 'ref-1' },
      body: JSON.stringify({ amount: '1.00', currency: 'TRY', reason: 'x' }),
      signal: impatience.signal,
    });
    await expect
      .poll(async () => (await desk.admin('GET', '/_journal?ref=ref-1')).body)
      .toMatchObject({
        requests: [{ method: 'PUT', status: null }],
      });
    impatience.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(await desk.call('GET', '/changes/ref-1', { as: 'read' })).toMatchObject({ status: 404 });
    await desk.admin('DELETE', '/_switches');
    await expect.poll(async () => (await desk.call('GET', '/changes/ref-1', { as: 'read' })).status).toBe(200);
  });

  it('With replicaLagSeconds, only reads have the header with the lag', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { replicaLagSeconds: 90 });
    expect((await desk.call('GET', path, { as: 'read' })).headers.get('x-replica-lag-seconds')).toBe('90');
    expect((await desk.put(claim, 'ref-1', { ifMatch: '"v1"' })).headers.get('x-replica-lag-seconds')).toBeNull();
  });

  it('With redirectTo, a request gets 307 with that address', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { redirectTo: 'http://169.254.169.254/' });
    const reply = await desk.call('GET', path, { as: 'read' });
    expect(reply).toMatchObject({ status: 307 });
    expect(reply.headers.get('location')).toBe('http://169.254.169.254/');
  });

  it('With pathPrefix, a switch affects only paths that begin with it', async () => {
    const desk = await insurer();
    await desk.admin('POST', '/_switches', { unavailableNext: 1, pathPrefix: '/claims/CLM-2026-000046' });
    expect(await desk.call('GET', path, { as: 'read' })).toMatchObject({ status: 200 });
    expect(await desk.call('GET', '/claims/CLM-2026-000046', { as: 'read' })).toMatchObject({ status: 503 });
  });

  it('A switch that a request does not name stays as it is, and DELETE resets all switches', async () => {
    const desk = await insurer();
    const { body: off } = await desk.admin('GET', '/_switches');
    await desk.admin('POST', '/_switches', { slowMillis: 5 });
    expect((await desk.admin('POST', '/_switches', { loseAnswerNext: 3 })).body).toEqual({
      ...off,
      slowMillis: 5,
      loseAnswerNext: 3,
    });
    expect((await desk.admin('DELETE', '/_switches')).body).toEqual(off);
  });

  it.each([{ unknown: 1 }, { slowMillis: -1 }, { slowMillis: '5' }, { unavailableNext: 1.5 }, { loseBy: 'x' }, []])(
    'The malformed switches %j get 400 and nothing is set',
    async (body) => {
      const desk = await insurer();
      const { body: before } = await desk.admin('GET', '/_switches');
      expect(await desk.admin('POST', '/_switches', body)).toMatchObject({ status: 400 });
      expect((await desk.admin('GET', '/_switches')).body).toEqual(before);
    },
  );
});
