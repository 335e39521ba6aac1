import * as answers from './answers.ts';
import { claimId, journeyQueue, source } from './cast.ts';
import { cited } from './cited.ts';
import type { Dispatch } from './dispatch.ts';
import type { LookedUpClaim } from './look-up.ts';
import type { Received } from './receive.ts';
import type { Reckoned } from './reckon.ts';
import { short, type Traveller } from './step.ts';

/**
 * Composes the letter to the insured, and stages its sending as a second Action. The reserve has changed since, so the
 * claim is looked up again first.
 * @returns the ids of the Action and its Task
 */
export async function draft(
  at: Traveller,
  dispatch: Dispatch,
  known: { readonly facts: LookedUpClaim; readonly received: Received; readonly reckoned: Reckoned },
): Promise<{ readonly actionId: string; readonly taskId: string }> {
  const { lossDate, issued } = known.received;
  const { conversion } = known.reckoned;
  const { amount, currency } = known.facts.claim.result.object.reserve;
  const parts = {
    claimId,
    recipient: 'Değerli Sigortalımız',
    lossDate,
    oldReserve: { amount, currency },
    newReserve: conversion.answer.result.value,
    reason: 'Servisin onarım teklifi alındı',
    documents: [{ title: 'Servis faturası', date: issued.answer.result.value }],
  };
  const letter = await at.ask(
    dispatch('compose the reserve letter', 'composition/tool.reserve.compose-letter', {
      parts,
      template: 'template.reserve-letter',
    }),
    answers.drafted,
    ({ result }) => `${result.draftType}: “${result.content.subject}”`,
  );
  const now = await at.ask(
    dispatch('look the claim up again', 'lookup/tool.claim.lookup', { identifier: claimId, source }),
    answers.claimFound,
    ({ result: { object, sourceVersion } }) => `reserve ${object.reserve.amount} TRY, version ${sourceVersion}`,
  );
  const staging = {
    action: {
      kind: 'action.letter.send',
      targetSor: source,
      targetRef: claimId,
      payload: { letter: letter.result },
    },
    basis: now.receipt.eventId,
    drafts: { '/letter': letter.receipt.eventId },
    rationale: 'The insured is told of the new reserve, and of the invoice that it rests on.',
    evidence: [cited(issued)],
  };
  const action = await at.ask(
    dispatch('stage the letter, without a key', 'action-staging/tool.letter.stage', staging),
    answers.staged,
    ({ result: { id, state } }) => `${short(id)} is ${state}`,
  );
  const asking = { subject: { kind: 'Action', id: action.result.id }, queue: journeyQueue, sla: 'PT1H' };
  const task = await at.ask(
    dispatch('ask for its approval', 'approval-request/tool.reserve.request-approval', asking),
    answers.requested,
    ({ result: { id, state } }) => `${short(id)} is ${state}`,
  );
  return { actionId: action.result.id, taskId: task.result.id };
}
