import type { Action } from '../contract/rows/action.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import { bound } from './states.ts';

/** What became of a send. `not_sent` is only where it is proved that no byte has left. */
export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly etag?: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'no_answer'; readonly reason: string };

export interface SendVerdict {
  readonly to: 'committed' | 'voided' | 'failed' | 'approved' | 'outcome_unknown';
  readonly reason?: string;
}

/** Sends that a refused credential is worth: it may just have been rotated. */
const credentialTries = 3;

/**
 * What the answer to a send makes of the Action (RFC 9110, 15). Only a 2xx other than 202 is believed at once. A gateway may
 * answer anything else although the change was applied, or will be: the change is looked up by our reference first.
 * A blind SoR cannot be asked, so its refusals are believed.
 */
export function verdictOn(sent: Sent, { attempts }: Pick<Action, 'attempts'>, sor: HttpSor): SendVerdict {
  if (sent.kind === 'no_answer') return { to: 'outcome_unknown', reason: sent.reason };
  if (sent.kind === 'not_sent') {
    // That no earlier send was applied has been proved, and this one was not made.
    return attempts < bound ? { to: 'approved', reason: sent.reason } : { to: 'failed', reason: 'sends.exhausted' };
  }
  const { status } = sent;
  if (status >= 200 && status < 300 && status !== 202) return { to: 'committed' };
  if (isRefusal(status) && settlesWithin(sor) === undefined) return refusedWith(status);
  return { to: 'outcome_unknown', reason: answered(status) };
}

/**
 * What a proved absence makes of the Action: a refusal is believed now and is never sent again, except for a credential
 * that may just have been rotated. Where the SoR refused nothing, the change is sent again.
 */
export function verdictOnAbsence({ attempts, sorReceipt }: Pick<Action, 'attempts' | 'sorReceipt'>): SendVerdict {
  const status = sorReceipt?.status ?? 0;
  const rotated = status === 401 && attempts < credentialTries;
  if (isRefusal(status) && !rotated) return refusedWith(status);
  if (attempts >= bound) return { to: 'failed', reason: 'sends.exhausted' };
  return { to: 'approved', reason: rotated ? answered(status) : 'change.absent' };
}

const answered = (status: number): string => `sor.answered_${status}`;

const refusedWith = (status: number): SendVerdict =>
  status === 412 ? { to: 'voided', reason: 'target.changed' } : { to: 'failed', reason: answered(status) };

/** A 4xx that judges the change itself; 408, 425 and 429 say only that it was not looked at in time. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/**
 * How long after the end of the lease a change that is not found is proved absent, in milliseconds. Undefined for a blind
 * SoR, which cannot be asked or promises no time: then an operator resolves an unknown outcome.
 */
export const settlesWithin = (sor: HttpSor): number | undefined =>
  sor.changes === undefined ? undefined : sor.settlesWithinMillis;
