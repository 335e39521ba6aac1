import { head, headWriter } from '../../../adapters/tables/head.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { HeadState } from '../../../contract/system.ts';
import { headAtRest } from './head-at-rest.ts';
import { codeOf, opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function headLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The head ${name}`, () => {
    test('Before the first write no release is in force; a write with an outdated version changes nothing', async () => {
      const { database } = opened();
      const writer = headWriter(database);
      const seen = await writer.read();
      const current = head(database, { maxAgeMillis: 0 });
      expect(seen).toEqual({ state: undefined, version: 0 });
      expect(await codeOf(current.current())).toBe('dependency.unavailable');
      const state = { release: newUuid(), withdrawn: ['tool.a@1.0.0'], suspended: [], telemetryKey: 'k' };
      expect(await writer.write(state, seen.version)).toBe('written');
      expect(await writer.write({ ...state, release: 'late' }, seen.version)).toBe('moved');
      expect(await current.current()).toEqual(state);
    });

    test('Each change of the head, such as a release or a suspension, is written together with its events, or not at all', async () => {
      const { writer, at, events } = await headAtRest(opened().database);
      const one = { release: 'release-1', withdrawn: ['tool.a@1.0.0'], suspended: [], telemetryKey: 'secret' };
      const [old, now] = [`snap-${'1'.repeat(64)}`, `snap-${'2'.repeat(64)}`] as const;
      const moves: readonly HeadState[] = [
        one,
        { ...one, corpora: { 'corpus.a': old } },
        { ...one, corpora: { 'corpus.a': now }, withdrawn: [], suspended: ['tool.b'] },
        { ...one, corpora: { 'corpus.a': now }, withdrawn: [], suspended: [], release: 'release-2' },
        {
          ...one,
          corpora: { 'corpus.a': now },
          withdrawn: [],
          release: 'release-2',
          exports: { Claim: 'f'.repeat(64) },
        },
      ];
      for (const [i, state] of moves.entries()) expect(await writer.write(state, at + i)).toBe('written');
      expect(await writer.write({ ...one, release: 'late' }, at)).toBe('moved');
      expect(events.map((one) => [one.step, one.subject, one.snapshot, one.replaces, one.release])).toEqual([
        ['released', 'release-1', undefined, 'release-0', 'release-1'],
        ['withdrawn', 'tool.a@1.0.0', undefined, undefined, 'release-1'],
        ['published', 'corpus.a', old, undefined, 'release-1'],
        ['published', 'corpus.a', now, old, 'release-1'],
        ['reinstated', 'tool.a@1.0.0', undefined, undefined, 'release-1'],
        ['suspended', 'tool.b', undefined, undefined, 'release-1'],
        ['released', 'release-2', undefined, 'release-1', 'release-2'],
        ['resumed', 'tool.b', undefined, undefined, 'release-2'],
        ['exported', 'Claim', 'f'.repeat(64), undefined, 'release-2'],
      ]);
      expect(JSON.stringify(events)).not.toContain('secret');
    });

    test('The event of a suspension names the person, the reason and the end of the hold; replaced details leave a second event', async () => {
      const { writer, at, events } = await headAtRest(opened().database);
      const by = { kind: 'human', id: 'arn:aws:iam::111122223333:user/jane', name: 'jane' } as const;
      const details = { by, at: '2026-11-30T09:00:00.000Z', reason: 'one', holdUntil: '2026-12-01T09:00:00.000Z' };
      const one = { release: 'release-0', withdrawn: [], suspended: ['agent/a'], suspensions: { 'agent/a': details } };
      const two = { ...one, suspensions: { 'agent/a': { ...details, reason: 'two' } } };
      expect(await writer.write(one, at, { by })).toBe('written');
      expect(await writer.write(two, at + 1, { by })).toBe('written');
      expect(await writer.write({ ...two, corpora: { 'corpus.a': `snap-${'1'.repeat(64)}` } }, at + 2)).toBe('written');
      expect(await writer.write({ ...two, suspended: [], suspensions: {} }, at + 3, { by, reason: 'over' })).toBe(
        'written',
      );
      const { holdUntil } = details;
      expect(events.filter(({ step }) => step !== 'published')).toMatchObject([
        { step: 'suspended', subject: 'agent/a', actor: by, reason: 'one', holdUntil },
        { step: 'suspended', subject: 'agent/a', actor: by, reason: 'two', holdUntil },
        { step: 'resumed', subject: 'agent/a', actor: by, reason: 'over' },
      ]);
      expect(events.find(({ step }) => step === 'published')?.actor).toMatchObject({ kind: 'platform' });
    });

    test('If two callers change the head at once, one succeeds, and the other one leaves no event', async () => {
      const { writer, at, events } = await headAtRest(opened().database);
      const releases = ['release-1', 'release-2'];
      const answers = await Promise.all(
        releases.map((release) => writer.write({ release, withdrawn: [], suspended: [] }, at)),
      );
      expect(answers.toSorted()).toEqual(['moved', 'written']);
      expect(events.map(({ subject }) => subject)).toEqual([releases[answers.indexOf('written')]]);
    });

    test('If the head cannot be read, the last answer is used for less than five seconds, and then reads fail with dependency.unavailable', async () => {
      const { database, failAll, heal } = opened();
      const clock = { now: 0 };
      const current = head(database, { initial: 'release-1', now: () => clock.now });
      const before = await current.current();
      failAll('throttled');
      clock.now = 4999;
      expect(await current.current()).toEqual(before);
      clock.now = 5000;
      expect(await codeOf(current.current())).toBe('dependency.unavailable');
      heal();
      expect(await current.current()).toEqual(before);
    });
  });
}
