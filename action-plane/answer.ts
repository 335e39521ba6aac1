import type { Action } from '../contract/rows/action.ts';
import type { Sor } from '../contract/artefacts/artefacts.ts';
import { bound } from './states.ts';

/** What became of a send. `not_sent` is only where it is proved that no byte has left. */
export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly etag?: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'no_answer'; readonly reason: string };

export interface Verdict {
  readonly to: 'committed' | 'voided' | 'failed' | 'approved' | 'outcome_unknown';
  readonly reason?: string;
}

/** Sends that a refused credential is worth: it may just have been rotated. */
const credentialTries = 3;

/**
 * What a send's answer makes of the Action (RFC 9110, 15). Only what is sure is believed: a server error, a time-out, an
 * accepted-for-later or a throttling may have applied the change, so it is looked up by our reference before anything is sent again.
 */
export function verdictOn(sent: Sent, { attempts }: Pick<Action, 'attempts'>): Verdict {
  if (sent.kind === 'no_answer') return { to: 'outcome_unknown', reason: sent.reason };
  if (sent.kind === 'not_sent') {
    // That no earlier send was applied has been proved, and this one was not made.
    return attempts < bound ? { to: 'approved', reason: sent.reason } : { to: 'failed', reason: 'sends.exhausted' };
  }
  const { status } = sent;
  const reason = `sor.answered_${status}`;
  if (status >= 200 && status < 300 && status !== 202) return { to: 'committed' };
  if (status === 412) return { to: 'voided', reason: 'target.changed' };
  if (status === 401 && attempts < credentialTries) return { to: 'approved', reason };
  const ambiguous = status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
  return ambiguous ? { to: 'outcome_unknown', reason } : { to: 'failed', reason };
}

/** Whether, and how long after the lease, a change that is not found is proved absent; else undefined, and a human resolves. */
export const settlesWithin = (sor: Sor): number | undefined =>
  sor.changes === undefined ? undefined : sor.settlesWithinMillis;
