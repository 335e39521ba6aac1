import { describe, expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { releases } from '../../../adapters/tables/releases.ts';
import type { ReleaseNeeds } from '../../../contract/artefacts/release-needs.ts';
import type { HeadState } from '../../../contract/system.ts';
import { checkRelease } from '../../../lambdas/release-check/check-release.ts';
import { noNeeds } from '../../support/release-package.ts';

const inForce = 'a'.repeat(64);
const needs: ReleaseNeeds = { ...noNeeds, agents: ['claims-agent'], models: ['extraction-model anthropic.model'] };

/** Checks a deploy that provides `provided` against a release in force that has this row. */
async function check(
  given: { readonly format?: number; readonly by?: HeadState['releasedBy']; readonly isStored?: boolean },
  { provided = needs, told = false } = {},
) {
  const world = memoryWorld();
  const rows = releases(world.database);
  const { format = 2, by = 'deploy', isStored = true } = given;
  await world.headWriter.write({ release: inForce, releasedBy: by, withdrawn: [], suspended: [] }, 0);
  if (isStored) await rows.store({ release: inForce, format, needs, storedAt: '2030-01-01T00:00:00Z' });
  return checkRelease({ head: world.headWriter, releases: rows }, { needs: provided }, told);
}

describe('The check before a deploy', () => {
  it('The first deploy passes', async () => {
    const { headWriter, database } = memoryWorld();
    const passed = checkRelease({ head: headWriter, releases: releases(database) }, { needs: noNeeds }, false);
    expect(await passed).toEqual({ inForce: undefined });
  });

  it.each([1, 2])('If the new code reads the format %i of the release in force, the deploy passes', async (format) => {
    expect(await check({ format })).toEqual({ inForce });
  });

  it.each([3, 0])(
    'If the new code does not read the format %i of the release in force, the deploy stops, unless it is told to go on',
    async (format) => {
      await expect(check({ format })).rejects.toThrow(
        `release ${inForce} is in force and has the format ${format}, but this version of the platform reads only the formats 2 and 1.`,
      );
      expect(await check({ format }, { told: true })).toEqual({ inForce });
    },
  );

  it('If an earlier version of the platform put the release in force without storing it, the deploy stops, unless it is told to go on', async () => {
    await expect(check({ isStored: false })).rejects.toThrow('Accept this with -c head=move');
    await check({ isStored: false }, { told: true });
  });

  it('If a published release needs something that the deploy does not provide, the deploy stops and names it', async () => {
    const provided = { ...noNeeds, agents: ['other-agent'] };
    await expect(check({ by: 'person' }, { provided })).rejects.toThrow(
      'It needs the agent claims-agent, the model extraction-model anthropic.model, which this deploy does not provide',
    );
    await check({ by: 'person' });
    await check({ by: 'person' }, { provided, told: true });
    await check({ by: 'deploy' }, { provided });
  });
});
