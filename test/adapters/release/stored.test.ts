import { describe, expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { PartRefused } from '../../../adapters/release/parts.ts';
import { storedLibrary } from '../../../adapters/release/stored.ts';
import { releases } from '../../../adapters/tables/releases.ts';
import type { StoredRelease } from '../../../contract/rows/stored-release.ts';
import { storeRelease } from '../../../lambdas/release/store-release.ts';
import { codeOf } from '../stores/under-test.ts';
import { noNeeds, packageOf } from '../../support/release-package.ts';

const dayMillis = 24 * 3_600_000;
const beginning = Date.parse('2030-01-01T00:00:00Z');
const daysLater = (days: number): string => new Date(beginning + days * dayMillis).toISOString();

const rowOf = (release: string, more: Partial<StoredRelease> = {}): StoredRelease => ({
  release,
  format: 2,
  needs: noNeeds,
  storedAt: daysLater(0),
  ...more,
});

/** A store with a release whose parts are stored. Only the given row makes it a release that can be opened. */
async function stored(row?: (release: string) => StoredRelease) {
  const world = memoryWorld();
  const rows = releases(world.database);
  const given = packageOf('one');
  await storeRelease(world.content, given);
  if (row) await rows.store(row(given.id));
  const clock = { now: beginning };
  const library = storedLibrary({ releases: rows, content: world.content, now: () => clock.now });
  return { ...world, rows, given, library, clock };
}

describe('The library of stored releases', () => {
  it('A release with a row is opened, and its parts are read when they are needed', async () => {
    const { library, given, content } = await stored(rowOf);
    content.requests.length = 0;
    const release = await library.open(given.id);
    expect(content.requests).toEqual(['get releases']);
    expect((await release?.agent('test-agent'))?.scopes).toEqual(['one']);
    expect(content.requests).toEqual(['get releases', 'get parts']);
  });

  it('A release and its parts are read once in the life of a process', async () => {
    const { library, given, content } = await stored(rowOf);
    const [first, second] = await Promise.all([library.open(given.id), library.open(given.id)]);
    await Promise.all([first?.agent('test-agent'), second?.agent('test-agent')]);
    content.requests.length = 0;
    expect(await library.open(given.id)).toBe(first);
    await second?.agent('test-agent');
    expect(content.requests).toEqual([]);
  });

  it('A release without a row is not opened, even if somebody has put its manifest and its parts into the content store', async () => {
    const { library, given, rows } = await stored();
    expect(await library.open(given.id)).toBeUndefined();
    await rows.store(rowOf(given.id));
    expect((await library.open(given.id))?.id).toBe(given.id);
  });

  it.each<[string, (given: ReturnType<typeof packageOf>) => readonly ['releases' | 'parts', string]]>([
    ['the manifest', ({ id }) => ['releases', id]],
    [
      'a part',
      ({ manifest }) => ['parts', String((JSON.parse(manifest) as { agents: object }).agents['test-agent' as never])],
    ],
  ])('If the bytes of %s were replaced, they are refused', async (_, placeOf) => {
    const { library, given, content } = await stored(rowOf);
    const [area, name] = placeOf(given);
    content.tamper(area, name, Buffer.from('{"scopes":["everything"]}'));
    const opened = async () => (await library.open(given.id))?.agent('test-agent');
    await expect(opened()).rejects.toThrow(PartRefused);
  });

  it('If a part is missing, the call fails with dependency.unavailable, and a later call reads it again', async () => {
    const { library, content, rows } = await stored();
    const given = packageOf('two');
    await rows.store(rowOf(given.id));
    expect(await codeOf(library.open(given.id))).toBe('dependency.unavailable');
    await storeRelease(content, given);
    expect((await library.open(given.id))?.id).toBe(given.id);
  });

  it.each<readonly [string, Partial<StoredRelease> & { readonly days: number; readonly opens: boolean }]>([
    ['was stored 399 days ago and never in force', { days: 399, opens: true }],
    ['was stored 400 days ago and never in force', { days: 400, opens: false }],
    ['has been in force for 1000 days', { inForceSince: daysLater(1), days: 1001, opens: true }],
    [
      'was in force until 399 days ago',
      { inForceSince: daysLater(1), inForceUntil: daysLater(500), days: 899, opens: true },
    ],
    [
      'was in force until 400 days ago',
      { inForceSince: daysLater(1), inForceUntil: daysLater(500), days: 900, opens: false },
    ],
  ])('A release that %s is opened or not: %j', async (_, { days, opens, ...more }) => {
    const { library, given, clock } = await stored((release) => rowOf(release, more));
    clock.now += days * dayMillis;
    expect((await library.open(given.id)) !== undefined).toBe(opens);
  });

  it('If more releases are opened than are kept, the oldest is read again', async () => {
    const { content, rows } = await stored();
    const library = storedLibrary({ releases: rows, content, now: () => beginning, most: 2 });
    const all = ['a', 'b', 'c'].map((title) => packageOf(title));
    for (const one of all) {
      await storeRelease(content, one);
      await rows.store(rowOf(one.id));
      await library.open(one.id);
    }
    content.requests.length = 0;
    for (const one of all.toReversed()) await library.open(one.id);
    expect(content.requests).toEqual(['get releases']);
  });
});
