import type { z } from 'zod';
import * as answers from './answers.ts';
import { claimId, source } from './cast.ts';
import type { Dispatch } from './dispatch.ts';
import type { Traveller } from './step.ts';

/** Policy and claim as the policy administration has them now. All later steps use them. */
export interface LookedUpClaim {
  readonly policy: z.infer<typeof answers.policyFound>;
  readonly claim: z.infer<typeof answers.claimFound>;
}

export async function lookUpStep(at: Traveller, dispatch: Dispatch, policyId: string): Promise<LookedUpClaim> {
  const policy = await at.ask(
    dispatch('look the policy up', 'lookup/tool.policy.lookup', { identifier: policyId, source }),
    answers.policyFound,
    ({ result: { object } }) => `${object.policyId}, insured for ${object.sumInsured} ${object.currency}`,
  );
  const claim = await at.ask(
    dispatch('look the claim up', 'lookup/tool.claim.lookup', { identifier: claimId, source }),
    answers.claimFound,
    ({ result: { object, sourceVersion } }) =>
      `${object.status}, reserve ${object.reserve.amount} TRY, version ${sourceVersion}`,
  );
  return { policy, claim };
}
