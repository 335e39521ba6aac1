import * as fc from 'fast-check';
import { sorKinds } from './explore.ts';
import { agent, human, sor } from './plane.ts';
import type { Plan } from './plane-run.ts';
import { behaviours, type Behaviour } from './simulated-sor.ts';

/** Functions that a walk invokes in addition to the state machines. */
export const invocations = ['ApprovalVerify', 'ApprovalExpire', 'CommitSend', 'CommitReconcile'];

/** Any mix of votes, answers of any kind of SoR, changes of the target, crashes and invocations. */
export function walk(): fc.Arbitrary<Plan> {
  const vote = fc.record({
    atSeconds: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 3595, max: 3605 })),
    by: fc.constantFrom(human('approver-1'), human('approver-2'), human('adjuster'), agent),
    decision: fc.constantFrom('grant', 'deny'),
  });
  const crash = fc.record({ call: fc.integer({ min: 0, max: 90 }), when: fc.constantFrom('before', 'after') });
  const extra = fc.record({ atSeconds: fc.integer({ min: 0, max: 60 }), invoke: fc.constantFrom(...invocations) });
  const events: fc.Arbitrary<Plan> = fc.record(
    {
      votes: fc.array(vote, { maxLength: 4 }),
      quorum: fc.integer({ min: 1, max: 2 }),
      behaviours: fc.array(fc.constantFrom<Behaviour>(...behaviours), { maxLength: 5 }),
      touchedAtSeconds: fc.integer({ min: 0, max: 30 }),
      withdrawnAtSeconds: fc.integer({ min: 0, max: 60 }),
      suspended: fc.record(
        {
          name: fc.constantFrom('all', 'agent/claims-agent', 'action.reserve-change', 'queue.claims', sor.id),
          atSeconds: fc.integer({ min: 0, max: 60 }),
          resumedAtSeconds: fc.integer({ min: 61, max: 4000 }),
          holdSeconds: fc.integer({ min: 1, max: 4000 }),
        },
        { requiredKeys: ['name', 'atSeconds', 'holdSeconds'] },
      ),
      tokenStoredLateBySeconds: fc.integer({ min: 1, max: 60 }),
      crashes: fc.array(crash, { maxLength: 4 }),
      extras: fc.array(extra, { maxLength: 8 }),
    },
    { requiredKeys: ['votes', 'behaviours', 'crashes', 'extras'] },
  );
  const kind = fc.constantFrom(...Object.values(sorKinds));
  return fc.tuple(kind, events).map(([one, plan]) => ({ ...one, ...plan }));
}
