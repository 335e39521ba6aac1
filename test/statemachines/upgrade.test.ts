import { describe, expect, it } from 'vitest';
import { brokenLaws } from '../support/laws.ts';
import { human } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import type { Behaviour } from '../support/simulated-sor.ts';

describe('An execution that began before an upgrade', () => {
  const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];
  const plans: Readonly<Record<string, Plan>> = {
    'a grant': { votes },
    'a denial': { votes: [{ ...votes[0], atSeconds: 100, by: human('approver-1'), decision: 'deny' }] },
    'nobody decides': {},
    ...Object.fromEntries(
      (['lose-answer', 'busy', 'refused', 'refused-applied'] as const satisfies readonly Behaviour[]).map((one) => [
        `an answer of the SoR: ${one}`,
        { votes, behaviours: [one] },
      ]),
    ),
  };

  describe.each(['two', 'without counts'] as const)('Machines before the upgrade: %s', (onPreviousMachines) => {
    it.each(Object.entries(plans))(
      'An execution that began before an upgrade keeps every law with its own definition and the new functions: %s',
      async (_name, plan) => {
        const whole: Plan = { ...plan, onPreviousMachines };
        expect(await brokenLaws(await play(whole), whole)).toEqual([]);
      },
    );
  });
});
