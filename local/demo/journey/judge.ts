import type { z } from 'zod';
import * as answers from './answers.ts';
import { claimId } from './cast.ts';
import type { Dispatch } from './dispatch.ts';
import type { LookedUpClaim } from './look-up.ts';
import type { Traveller } from './step.ts';

/** Results that the agent cites to the approver in addition to the numbers. */
export interface Judged {
  readonly severity: { readonly arguments: unknown; readonly answer: z.infer<typeof answers.classified> };
  readonly wording: z.infer<typeof answers.searched>;
  readonly exposure: z.infer<typeof answers.measured>;
}

export async function judge(at: Traveller, dispatch: Dispatch, { claim }: LookedUpClaim): Promise<Judged> {
  const { cause, estimate } = claim.result.object;
  const args = { subject: { claimId, cause, estimate, injury: false }, schema: 'bands.claim-severity' };
  const severity = await at.ask(
    dispatch('classify its severity', 'classification/tool.claim.classify-severity', args),
    answers.classified,
    ({ result }) => `${result.band}, by ${result.rule}`,
  );
  const question = { query: { text: 'çarpma hasarında muafiyet' }, corpus: 'corpus.wording.tr', k: 1 };
  const wording = await at.ask(
    dispatch('search the policy wording', 'search/tool.wording.search', question),
    answers.searched,
    ({ result }) =>
      result.spans.map((span) => `${span.section}: “${span.quote.replaceAll(/[#\s]+/g, ' ').slice(0, 32)}…”`).join(),
  );
  const asked = {
    objects: { type: 'Claim' },
    window: { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Istanbul' },
    op: { kind: 'sum', of: '/reserve/amount' },
    groupBy: ['/cause'],
  };
  const exposure = await at.ask(
    dispatch('aggregate the exposure', 'aggregation/tool.claims.exposure', asked),
    answers.measured,
    ({ result }) => `${result.objectSet.count} claims of a year in ${result.groups.length} groups`,
  );
  return { severity: { arguments: args, answer: severity }, wording, exposure };
}
