import * as answers from './answers.ts';
import { claimId } from './cast.ts';
import type { Dispatch } from './dispatch.ts';
import type { Facts } from './look-up.ts';
import type { Received } from './receive.ts';
import type { Reckoned } from './reckon.ts';
import type { Traveller } from './step.ts';

/** The letter that the insured would be sent: a draft, in no store. */
export async function draft(
  at: Traveller,
  dispatch: Dispatch,
  { claim }: Facts,
  { lossDate }: Received,
  { conversion }: Reckoned,
): Promise<void> {
  const { amount, currency } = claim.result.object.reserve;
  const parts = {
    claimId,
    recipient: 'Değerli Sigortalımız',
    lossDate,
    oldReserve: { amount, currency },
    newReserve: conversion.answer.result.value,
    reason: 'Servisin onarım teklifi alındı',
    documents: [{ title: 'Servis faturası', date: lossDate }],
  };
  await at.ask(
    dispatch('compose the reserve letter', 'composition', 'tool.reserve.compose-letter', {
      parts,
      template: 'template.reserve-letter',
    }),
    answers.drafted,
    ({ result }) => `${result.draftType}: “${result.content.subject}”`,
  );
}
