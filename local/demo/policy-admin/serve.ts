import { setTimeout as sleep } from 'node:timers/promises';
import { jsonAnswer, problemAnswer, withHeaders, type AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import type { CredentialName } from './credentials.ts';
import type { Journal } from './journal.ts';
import type { ClaimDesk } from './change-claim.ts';
import { referenceOf } from './reference.ts';
import { routed } from './resources.ts';
import type { Switches, SwitchState } from './switches.ts';

export interface Desk extends ClaimDesk {
  readonly journal: Journal;
  readonly switches: Switches;
  /** Signal that ends the waiting of slow requests when the server closes. */
  readonly closing: AbortSignal;
}

/** Answer, or the reason why the caller gets no answer: a broken connection (`reset`) or silence (`hang`). */
export type Served = AdminAnswer | 'reset' | 'hang';

const refOf = (request: Arrived): string | undefined =>
  referenceOf(request.header('idempotency-key') ?? /^\/changes\/(.+)$/.exec(request.path)?.[1]);

const faulty = (upon: SwitchState, switches: Switches): AdminAnswer | undefined => {
  if (upon.redirectTo !== null) return jsonAnswer(307, {}, { location: upon.redirectTo });
  return upon.unavailableNext > 0 && switches.take('unavailableNext')
    ? withHeaders({ 'retry-after': '1' }, problemAnswer(503, 'unavailable', 'Try again.'))
    : undefined;
};

const lagging = (answer: AdminAnswer, seconds: number | null): AdminAnswer =>
  seconds === null ? answer : { ...answer, headers: { ...answer.headers, 'x-replica-lag-seconds': String(seconds) } };

/**
 * Serves one request to a resource: it writes the journal, checks the credential, applies the switches and calls the
 * handler.
 */
export const serve = async (request: Arrived, credential: CredentialName | undefined, desk: Desk): Promise<Served> => {
  const { journal, switches } = desk;
  const { method, path } = request;
  const entry = journal.received({ at: desk.now().toISOString(), method, path, credential, ref: refOf(request) });
  const answered = (answer: AdminAnswer): AdminAnswer => {
    journal.finished(entry, answer.status, false);
    return answer;
  };
  const lost = (status: number | null): Served => {
    journal.finished(entry, status, true);
    return switches.state().loseBy;
  };

  const handler = routed(request, credential);
  if (typeof handler !== 'function') return answered(handler);
  const upon = switches.upon(method, path);
  const fault = faulty(upon, switches);
  if (fault !== undefined) return answered(fault);
  if (upon.slowMillis > 0) await sleep(upon.slowMillis, undefined, { signal: desk.closing });
  while (switches.upon(method, path).held) await sleep(20, undefined, { signal: desk.closing });
  if (method === 'GET') return answered(lagging(handler(request, desk), upon.replicaLagSeconds));
  if (upon.loseBeforeCommitNext > 0 && switches.take('loseBeforeCommitNext')) return lost(null);
  const answer = handler(request, desk);
  const dropped = answer.applied === true && upon.loseAnswerNext > 0 && switches.take('loseAnswerNext');
  return dropped ? lost(answer.status) : answered(answer);
};
