import type { Action } from '../contract/rows/action.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import { bound } from './states.ts';

/** The result of a send. `not_sent` is used only if it is proved that no byte left this machine. */
export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly etag?: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'no_answer'; readonly reason: string };

export interface SendVerdict {
  readonly to: 'committed' | 'voided' | 'failed' | 'approved' | 'outcome_unknown';
  readonly reason?: string;
}

/** The total number of sends if the SoR always answers 401. The credential may have been rotated just before a send. */
const credentialTries = 3;

/**
 * Returns the next state of an Action after a send (RFC 9110, 15). A 2xx other than 202 commits the Action at once.
 * After any other answer the change is first looked up by our reference: a gateway may send such an answer although the
 * SoR applied the change, or will apply it. A blind SoR cannot be asked, so its refusals are believed.
 */
export function verdictOn(sent: Sent, { attempts }: Pick<Action, 'attempts'>, sor: HttpSor): SendVerdict {
  if (sent.kind === 'no_answer') return { to: 'outcome_unknown', reason: sent.reason };
  if (sent.kind === 'not_sent') {
    // Another send is safe: this send did not happen, and every earlier send was proved absent.
    return attempts < bound ? { to: 'approved', reason: sent.reason } : { to: 'failed', reason: 'sends.exhausted' };
  }
  const { status } = sent;
  if (status >= 200 && status < 300 && status !== 202) return { to: 'committed' };
  if (isRefusal(status) && settlesWithin(sor) === undefined) return refusedWith(status);
  return { to: 'outcome_unknown', reason: answered(status) };
}

/**
 * Returns the next state of an Action whose change is proved absent. If the SoR refused the change, the refusal is
 * final. After a 401 the change is sent again, because the credential may just have been rotated. If the SoR did not
 * refuse, the change is sent again.
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

/**
 * Returns true for a 4xx that judges the change itself. 408, 425 and 429 only say that the SoR did not process the
 * request in time.
 */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/**
 * Returns the milliseconds after the end of the lease from which on a missing change is proved absent. Undefined for a
 * blind SoR, which cannot be asked or does not promise a time. Then an operator must resolve an unknown outcome.
 */
export const settlesWithin = (sor: HttpSor): number | undefined =>
  sor.changes === undefined ? undefined : sor.settlesWithinMillis;
