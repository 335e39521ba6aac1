import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { SorAnswer } from '../../../contract/ports.ts';
import { confirmedCache } from '../../../patterns/lookup/confirmed-cache.ts';
import { failureOf } from '../failures.ts';
import { answer, look, source } from './source.ts';

const claim = (amount: string, etag: string) => answer(200, `{"amount":"${amount}"}`, { etag });
const newRun = (): string => `run-${newUuid()}`;

describe('The cache of a lookup', () => {
  it('A second lookup in one run answers from the cache only after the source has confirmed the version', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    const runId = newRun();
    const first = await look(admin, { runId });
    expect(await look(admin, { runId })).toEqual(first);
    expect(admin.asked).toEqual([{ path: '/claims/C-1' }, { path: '/claims/C-1', ifNoneMatch: '"1"' }]);
  });

  it('C27: If a record changes between two identical lookups of one run, the second lookup returns the new version', async () => {
    const current = { answer: claim('1', '"1"') };
    const admin = source(current);
    const runId = newRun();
    await look(admin, { runId });
    current.answer = claim('2', '"2"');
    expect((await look(admin, { runId })).result).toMatchObject({ object: { amount: '2' }, sourceVersion: '"2"' });
    await look(admin, { runId });
    expect(admin.asked.at(-1)).toMatchObject({ ifNoneMatch: '"2"' });
  });

  it('C27: If the SoR is unavailable, a lookup fails instead of returning the cached record, and a later lookup succeeds', async () => {
    const current: { answer: SorAnswer } = { answer: claim('1', '"1"') };
    const admin = source(current);
    const runId = newRun();
    await look(admin, { runId });
    current.answer = { kind: 'unavailable', reason: 'outbound.timeout' };
    expect((await failureOf(() => look(admin, { runId }))).code).toBe('dependency.unavailable');
    current.answer = claim('1', '"1"');
    expect((await look(admin, { runId })).result).toMatchObject({ status: 'found' });
  });

  it('C27: If one worker serves two runs, the second run does not use a record cached in the first', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    await look(admin, { runId: newRun() });
    await look(admin, { runId: newRun() });
    expect(admin.asked).toEqual([{ path: '/claims/C-1' }, { path: '/claims/C-1' }]);
  });

  it.each(['toolVersion', 'identifier'] as const)(
    'Two calls that differ in %s do not share a cached record',
    async (member) => {
      const admin = source({ answer: claim('1', '"1"') });
      const runId = newRun();
      await look(admin, { runId });
      await look(admin, { runId, [member]: '2.0.0' });
      expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
    },
  );

  it('A call without a run caches nothing', async () => {
    const admin = source({ answer: claim('1', '"1"') });
    await look(admin, { noRun: true });
    await look(admin, { noRun: true });
    expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
  });

  it('If the SoR sends no version, nothing is cached', async () => {
    const admin = source({ answer: answer(200, '{"amount":"1"}') });
    const runId = newRun();
    await look(admin, { runId });
    await look(admin, { runId });
    expect(admin.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined]);
  });

  it.each([404, 403, 500, 200])(
    'If the source answers %i without a version, the cached record is removed',
    async (status) => {
      const current: { answer: SorAnswer } = { answer: claim('1', '"1"') };
      const admin = source(current);
      const runId = newRun();
      await look(admin, { runId });
      current.answer = answer(status, '{"amount":"2"}');
      await Promise.resolve(look(admin, { runId })).catch(() => undefined);
      await Promise.resolve(look(admin, { runId })).catch(() => undefined);
      expect(admin.asked.at(-1)).toEqual({ path: '/claims/C-1' });
    },
  );

  it('If the source confirms another version than the one asked for, the lookup fails with dependency.unavailable', async () => {
    const runId = newRun();
    await look(source({ answer: claim('1', '"1"') }), { runId });
    const confused = { read: async (): Promise<SorAnswer> => answer(304, '', { etag: '"2"' }) };
    expect((await failureOf(() => look(confused, { runId }))).code).toBe('dependency.unavailable');
  });

  it('If the object that a lookup returned is changed, the cached record does not change', async () => {
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

  it('If the cache has 256 records, a new one replaces the least recently used', () => {
    const cache = confirmedCache();
    for (let i = 0; i < 256; i++) cache.set(`k${i}`, { version: '"1"', body: '{}' });
    cache.get('k0');
    cache.set('one more', { version: '"1"', body: '{}' });
    expect([cache.get('k0')?.version, cache.get('k1')]).toEqual(['"1"', undefined]);
  });

  it('If the cached records exceed the size limit, the oldest are removed', () => {
    const cache = confirmedCache();
    const body = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 6; i++) cache.set(`k${i}`, { version: '"1"', body });
    const held = [0, 1, 2, 3, 4, 5].filter((i) => cache.get(`k${i}`));
    expect(held).toEqual([2, 3, 4, 5]);
  });
});
