import type { z } from 'zod';
import * as answers from './answers.ts';
import { claimId, revisedEstimate } from './cast.ts';
import type { Dispatch } from './dispatch.ts';
import type { LookedUpClaim } from './look-up.ts';
import type { Received } from './receive.ts';
import type { Traveller } from './step.ts';

/** The new reserve, and the calls that computed it, with their arguments and answers. */
export interface Reckoned {
  readonly estimate: string;
  readonly conversion: { readonly arguments: unknown; readonly answer: z.infer<typeof answers.converted> };
  readonly validation: { readonly arguments: unknown; readonly answer: z.infer<typeof answers.validated> };
}

export async function reckon(
  at: Traveller,
  dispatch: Dispatch,
  { facts, received }: { readonly facts: LookedUpClaim; readonly received: Received },
): Promise<Reckoned> {
  const { policy, claim } = facts;
  const { invoice } = received;
  const old = claim.result.object.reserve;
  const convert = async (value: { amount: string; currency: string }, name: string) => {
    const args = {
      value,
      target: { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' },
    };
    const answer = await at.ask(
      dispatch(name, 'conversion/tool.money.convert', args),
      answers.converted,
      ({ result }) => `${value.amount} ${value.currency} are ${result.value.amount} TRY`,
    );
    return { estimate: `${value.amount} ${value.currency}`, arguments: args, answer };
  };
  const asked = await convert(invoice.answer.result.value, 'convert the invoice');
  const same = asked.answer.result.value.amount === old.amount;
  const conversion = same
    ? await convert({ amount: revisedEstimate, currency: 'EUR' }, 'convert the revised estimate')
    : asked;

  const candidate = {
    claimId,
    claimStatus: claim.result.object.status,
    oldReserve: { amount: old.amount, currency: old.currency },
    newReserve: conversion.answer.result.value,
    sumInsured: { amount: policy.result.object.sumInsured, currency: policy.result.object.currency },
  };
  const args = { candidate, rulePack: 'rules.reserve' };
  const answer = await at.ask(
    dispatch('validate the reserve', 'validation/tool.reserve.validate', args),
    answers.validated,
    ({ result }) => `${result.verdict}, ${result.trace.length} rules`,
  );
  return { estimate: conversion.estimate, conversion, validation: { arguments: args, answer } };
}
