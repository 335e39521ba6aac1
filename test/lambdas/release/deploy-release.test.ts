import { describe, expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { PartRefused } from '../../../adapters/release/parts.ts';
import { releases } from '../../../adapters/tables/releases.ts';
import type { ReleaseEvent } from '../../../contract/audit.ts';
import type { ReleasePackage } from '../../../contract/artefacts/release-package.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { deployRelease } from '../../../lambdas/release/deploy-release.ts';
import { moveHead } from '../../../lambdas/release/move-head.ts';
import { packageOf, policyText } from '../../support/release-package.ts';

const [one, two, three] = ['one', 'two', 'three'].map((title) => packageOf(title)) as [
  ReturnType<typeof packageOf>,
  ReturnType<typeof packageOf>,
  ReturnType<typeof packageOf>,
];

function plane() {
  const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
  const now = (): number => clock.now;
  const world = memoryWorld({ now });
  const rows = releases(world.database);
  const deps = { content: world.content, releases: rows, head: world.headWriter, now };
  return {
    ...world,
    clock,
    rows,
    deploy: (given: ReleasePackage, told = false) => deployRelease(deps, given, told),
    publish: (release: string) => moveHead(deps, { release, by: 'person' }),
    state: async () => (await world.headWriter.read()).state,
    steps: () =>
      world.stored.items('ledger').map((item) => {
        const { step, subject, replaces } = JSON.parse(String(item['event'])) as ReleaseEvent;
        return [step, subject, replaces];
      }),
  };
}

describe('A deploy', () => {
  it('A deploy stores the parts, the manifest and the policies of its release, puts its row and puts it in force', async () => {
    const { deploy, content, rows, state } = plane();
    expect(await deploy(one)).toEqual({ release: one.id, moved: true });
    expect(Buffer.from((await content.get('releases', one.id)) ?? '').toString()).toBe(one.manifest);
    for (const [digest, text] of Object.entries(one.parts))
      expect(Buffer.from((await content.get('parts', digest)) ?? '').toString()).toBe(text);
    expect(Buffer.from((await content.get('policies', sha256(policyText))) ?? '').toString()).toBe(policyText);
    const at = '2030-01-01T00:00:00.000Z';
    expect(await rows.find(one.id)).toMatchObject({ format: 2, needs: one.needs, storedAt: at, inForceSince: at });
    expect(await rows.deployed()).toMatchObject({ release: one.id, places: {}, local: true });
    expect(await state()).toMatchObject({ release: one.id, releasedBy: 'deploy' });
    expect((await state())?.telemetryKey).toHaveLength(43);
  });

  it('A deploy keeps corpora, withdrawals, suspensions and the telemetry key', async () => {
    const { deploy, headWriter, state } = plane();
    const kept = {
      withdrawn: ['tool.a@1.0.0'],
      suspended: ['tool.b'],
      telemetryKey: 'key',
      corpora: { 'corpus.wording': `snap-${'0'.repeat(64)}` } as const,
    };
    await headWriter.write({ ...kept, release: 'release-0' }, 0);
    await deploy(one);
    expect(await state()).toEqual({ ...kept, release: one.id, releasedBy: 'deploy' });
  });

  it('A second deploy of the same release changes nothing and leaves no event', async () => {
    const { deploy, stored, state } = plane();
    await deploy(one);
    const before = [stored.items('ledger').length, await state()];
    expect(await deploy(one)).toEqual({ release: one.id, moved: false });
    expect([stored.items('ledger').length, await state()]).toEqual(before);
  });

  it('If the head moves, the rows say until when the earlier release and since when the new release is in force', async () => {
    const { deploy, rows, clock } = plane();
    await deploy(one);
    clock.now += 60_000;
    await deploy(two);
    const at = '2030-01-01T00:01:00.000Z';
    expect([(await rows.find(one.id))?.inForceUntil, (await rows.find(two.id))?.inForceSince]).toEqual([at, at]);
    clock.now += 60_000;
    await deploy(one);
    expect(await rows.find(one.id)).toMatchObject({ inForceSince: '2030-01-01T00:02:00.000Z' });
    expect(await rows.find(one.id)).not.toHaveProperty('inForceUntil');
  });

  it('A deploy does not replace a release that was published since the last deploy, unless it is told to', async () => {
    const { deploy, publish, rows, state, steps } = plane();
    await deploy(one);
    await deploy(two);
    await publish(one.id);
    expect(await deploy(three)).toEqual({ release: one.id, moved: false, because: 'published' });
    expect(await state()).toMatchObject({ release: one.id, releasedBy: 'person' });
    expect((await rows.find(three.id))?.release).toBe(three.id);
    expect(await deploy(three, true)).toEqual({ release: three.id, moved: true });
    expect(steps()).toEqual([
      ['released', one.id, undefined],
      ['released', two.id, one.id],
      ['released', one.id, two.id],
      ['released', three.id, one.id],
    ]);
  });

  it('After a deploy of the published release, the next deploy moves the head again', async () => {
    const { deploy, publish, state } = plane();
    await deploy(one);
    await deploy(two);
    await publish(one.id);
    expect(await deploy(one)).toEqual({ release: one.id, moved: false });
    expect(await state()).toMatchObject({ releasedBy: 'deploy' });
    expect(await deploy(two)).toEqual({ release: two.id, moved: true });
  });

  it('If a part does not have its digest, nothing is put in force and no row is put', async () => {
    const { deploy, rows, state } = plane();
    const [digest = ''] = Object.keys(one.parts);
    await expect(deploy({ ...one, parts: { ...one.parts, [digest]: 'other' } })).rejects.toThrow(PartRefused);
    expect([await rows.find(one.id), await state()]).toEqual([undefined, undefined]);
  });

  it('If another writer changes the head at the same time, both changes are kept', async () => {
    const { deploy, faults: _, headWriter, ...world } = plane();
    await deploy(one);
    const write = headWriter.write.bind(headWriter);
    let others = 1;
    headWriter.write = async (...args) => {
      if (others-- > 0) {
        const { state, version } = await headWriter.read();
        if (state) await write({ ...state, suspended: ['tool.b'] }, version);
      }
      return write(...args);
    };
    await deploy(two);
    expect(await world.state()).toMatchObject({ release: two.id, suspended: ['tool.b'] });
  });

  it('A release without a row cannot be put in force', async () => {
    const { deploy, publish, state } = plane();
    await deploy(one);
    await expect(publish(two.id)).rejects.toThrow('is not stored');
    expect((await state())?.release).toBe(one.id);
  });
});
