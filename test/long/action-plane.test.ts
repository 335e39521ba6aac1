import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { explore, sorKinds } from '../support/explore.ts';
import { brokenLaws } from '../support/laws.ts';
import { play } from '../support/plane-run.ts';
import { walk } from '../support/walks.ts';

const every = Object.keys(sorKinds);
/** The time of the walks. Set `MODEL_SECONDS=14400` for four hours. */
const walkSeconds = Number(process.env['MODEL_SECONDS'] ?? 60);

it.each([
  { answers: 1, crashes: 1, sors: every },
  { answers: 1, crashes: 2, sors: ['finds changes'] },
  { answers: 2, crashes: 1, sors: ['finds changes'] },
] as const)(
  'No law is broken in any order of steps with at most $answers unusual answers of the SoR and $crashes crashes: $sors',
  async ({ sors, ...bound }) => {
    const { plays, broken } = await explore(bound, sors);
    process.stdout.write(`explored ${JSON.stringify(bound)} for ${sors.join('; ')}: ${plays} runs\n`);
    expect(broken).toEqual([]);
  },
);

it('No law is broken by seeded random steps with any mix of votes, answers, changes and crashes', async () => {
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(walk(), async (plan) => {
      walks += 1;
      expect(await brokenLaws(await play(plan), plan)).toEqual([]);
    }),
    { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: walkSeconds * 1000, markInterruptAsFailure: false },
  );
  process.stdout.write(`${walks} walks in ${walkSeconds} s\n`);
  expect(walks).toBeGreaterThan(100);
});
