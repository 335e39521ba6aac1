import { expect, it } from 'vitest';
import { explore, sorKinds } from '../support/explore.ts';

const every = Object.keys(sorKinds);

it.each([
  { answers: 1, crashes: 1, sors: ['finds changes'] },
  { answers: 0, crashes: 1, sors: every },
  { answers: 2, crashes: 0, sors: every },
] as const)(
  'No law is broken in any order of steps with at most $answers unusual answers of the SoR and $crashes crashes: $sors',
  async ({ sors, ...bound }) => {
    const { plays, broken } = await explore(bound, sors);
    process.stdout.write(`explored ${JSON.stringify(bound)} for ${sors.join('; ')}: ${plays} runs\n`);
    expect(broken).toEqual([]);
    expect(plays).toBeGreaterThan(200);
  },
);
