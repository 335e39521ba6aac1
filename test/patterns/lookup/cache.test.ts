import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { SorAnswer } from '../../../contract/ports.ts';
import { confirmedCache } from '../../../patterns/lookup/confirmed-cache.ts';
import { failureOf } from '../failures.ts';
import { answer, look, source } from './source.ts';

const claim = (amount: string, etag: string) => answer(200, `{"amount":"${amount}"}`, { etag });
const newRun = (): string => `run-${newUuid()}`;

describe('the cache of a lookup', () => {
  it('answers again only what the source has confirmed', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    const runId = newRun();
    const first = await look(admin, { runId });
    expect(await look(admin, { runId })).toEqual(first);
    expect(admin.asked).toEqual([{ path: '/claims/C-1' }, { path: '/claims/C-1', ifNoneMatch: '"1"' }]);
  });

  it('C27: shows a change between two identical lookups of one run to the second one', async () => {
    const stands = { answer: claim('1', '"1"') };
    const admin = source(stands);
    const runId = newRun();
    await look(admin, { runId });
    stands.answer = claim('2', '"2"');
    expect((await look(admin, { runId })).result).toMatchObject({ object: { amount: '2' }, sourceVersion: '"2"' });
    await look(admin, { runId });
    expect(admin.asked.at(-1)).toMatchObject({ ifNoneMatch: '"2"' });
  });

  it('C27: answers nothing while the source is unavailable, and succeeds at the next call', async () => {
    const stands: { answer: SorAnswer } = { answer: claim('1', '"1"') };
    const admin = source(stands);
    const runId = newRun();
    await look(admin, { runId });
    stands.answer = { kind: 'unavailable', reason: 'outbound.timeout' };
    expect((await failureOf(() => look(admin, { runId }))).code).toBe('dependency.unavailable');
    stands.answer = claim('1', '"1"');
    expect((await look(admin, { runId })).result).toMatchObject({ status: 'found' });
  });

  it('C27: passes nothing from run to run in one warm worker', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    await look(admin, { runId: newRun() });
    await look(admin, { runId: newRun() });
    expect(admin.asked).toEqual([{ path: '/claims/C-1' }, { path: '/claims/C-1' }]);
  });

  it.each(['toolVersion', 'identifier'] as const)('distinguishes calls that differ in %s', async (member) => {
    const admin = source({ answer: claim('1', '"1"') });
    const runId = newRun();
    await look(admin, { runId });
    await look(admin, { runId, [member]: '2.0.0' });
    expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
  });

  it('holds nothing for a call without a run', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    await look(admin, { noRun: true });
    await look(admin, { noRun: true });
    expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
  });

  it('never keeps the answer of a source without versions', async () => {
    const admin = source({ answer: answer(200, '{"amount":"1"}') });
    const runId = newRun();
    await look(admin, { runId });
    await look(admin, { runId });
    expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
  });

  it.each([404, 403, 500, 200])('forgets its entry after the source answers %i without a version', async (status) => {
    const stands: { answer: SorAnswer } = { answer: claim('1', '"1"') };
    const admin = source(stands);
    const runId = newRun();
    await look(admin, { runId });
    stands.answer = answer(status, '{"amount":"2"}');
    await Promise.resolve(look(admin, { runId })).catch(() => undefined);
    await Promise.resolve(look(admin, { runId })).catch(() => undefined);
    expect(admin.asked.at(-1)).toEqual({ path: '/claims/C-1' });
  });

  it('refuses a confirmation of another version than it asked about', async () => {
    const runId = newRun();
    await look(source({ answer: claim('1', '"1"') }), { runId });
    const confused = { read: async (): Promise<SorAnswer> => answer(304, '', { etag: '"2"' }) };
    expect((await failureOf(() => look(confused, { runId }))).code).toBe('dependency.unavailable');
  });

  it('cannot be changed through an answer that it gave', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    const runId = newRun();
    for (const round of ['first', 'second']) {
      const { result } = await look(admin, { runId });
      if (result.status !== 'found') throw new Error(`not found in the ${round} round`);
      expect(result.object).toEqual({ amount: '1' });
      result.object['amount'] = '90000';
    }
    expect((await look(admin, { runId })).result).toMatchObject({ object: { amount: '1' } });
  });

  it('is limited in number, and the least recently used entry goes first', () => {
    const cache = confirmedCache();
    for (let i = 0; i < 256; i++) cache.set(`k${i}`, { version: '"1"', body: '{}' });
    cache.get('k0');
    cache.set('one more', { version: '"1"', body: '{}' });
    expect([cache.get('k0')?.version, cache.get('k1')]).toEqual(['"1"', undefined]);
  });

  it('is limited in size', () => {
    const cache = confirmedCache();
    const body = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 6; i++) cache.set(`k${i}`, { version: '"1"', body });
    const held = [0, 1, 2, 3, 4, 5].filter((i) => cache.get(`k${i}`));
    expect(held).toEqual([2, 3, 4, 5]);
  });
});
