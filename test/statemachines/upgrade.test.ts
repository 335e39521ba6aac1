import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvalInput, commitInput, waitInput } from '../../lambdas/action-plane/input.ts';
import { brokenLaws } from '../support/laws.ts';
import { human } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import type { Behaviour } from '../support/simulated-sor.ts';

const recorded = z
  .array(z.object({ function: z.string(), input: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(new URL('before/inputs.json', import.meta.url), 'utf8')));

const inputs: Readonly<Record<string, z.ZodType>> = {
  ApprovalVerify: approvalInput,
  ApprovalWait: waitInput,
  ApprovalExpire: approvalInput,
  CommitSend: commitInput,
  CommitReconcile: commitInput,
};

describe('An execution that began before an upgrade', () => {
  it('An execution that began before an upgrade sends arguments that the new functions accept', () => {
    expect(recorded.map((one) => one.function)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    for (const { function: name, input } of recorded) {
      expect(inputs[name]?.safeParse(input).error, name).toBeUndefined();
    }
  });

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
