import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenLaws } from '../support/laws.ts';
import { human } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import { invocations, walk } from '../support/walks.ts';

const grantBy = (name: string, atSeconds = 100) => ({ atSeconds, by: human(name), decision: 'grant' as const });
const denyBy = (name: string, atSeconds = 100) => ({ atSeconds, by: human(name), decision: 'deny' as const });

const scenarios: Readonly<Record<string, Plan>> = {
  'one grant': { votes: [grantBy('approver-1')] },
  'one denial': { votes: [denyBy('approver-1')] },
  'nobody decides': {},
  'a grant and a denial at the same instant': { votes: [grantBy('approver-1'), denyBy('approver-2')] },
  'a quorum of two': {
    quorum: 2,
    votes: [grantBy('approver-1'), grantBy('approver-1', 110), grantBy('approver-2', 120)],
  },
  'votes at the deadline and just before it': { votes: [grantBy('approver-1', 3600), denyBy('approver-2', 3599.999)] },
  'a vote before the Task is open': { votes: [grantBy('approver-1', 0)] },
  'the request to the SoR is late, and the lookup is too early': {
    votes: [grantBy('approver-1')],
    behaviours: ['late'],
    extras: [105, 106, 108, 109].map((atSeconds) => ({ atSeconds, invoke: 'CommitReconcile' })),
  },
  'every function is invoked twice': {
    votes: [grantBy('approver-1')],
    behaviours: ['lose-answer'],
    extras: [0, 100, 108].flatMap((atSeconds) => invocations.map((invoke) => ({ atSeconds, invoke }))),
  },
  'the target changes before the decision': {
    votes: [grantBy('approver-1')],
    touchedAtSeconds: -1,
  },
  'the target changes after the grant': {
    votes: [grantBy('approver-1')],
    touchedAtSeconds: 99,
    checksPrecondition: true,
  },
  'a function pauses for longer than its lease': { votes: [grantBy('approver-1')], pausedMillis: 20_000 },
};

describe('The Action Plane under faults', () => {
  for (const [name, plan] of Object.entries(scenarios)) {
    it(`The laws of the Action Plane hold if a function crashes at any call: ${name}`, async () => {
      const clean = await play(plan);
      expect(await brokenLaws(clean, plan)).toEqual([]);
      for (let call = 0; call < clean.calls; call += 1) {
        for (const when of ['before', 'after'] as const) {
          const crashing: Plan = { ...plan, crashes: [{ call, when }] };
          expect(await brokenLaws(await play(crashing), crashing)).toEqual([]);
        }
      }
      expect(clean.calls).toBeGreaterThan(10);
    });
  }

  it('The laws of the Action Plane hold for any mix of votes, answers, changes and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(walk(), async (one) => {
        expect(await brokenLaws(await play(one), one)).toEqual([]);
      }),
      // The same walks each time. Other seeds are walked by `npm run test:long`.
      { numRuns: 400, seed: 13 },
    );
  });
});
