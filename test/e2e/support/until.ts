import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ask } from './ask.ts';
import { actionRead, answered } from './shapes.ts';

/** The time after which a wait is given up. It is long, because everything takes longer on a busy machine. */
const hangsAfterMillis = 300_000;

/**
 * Calls `look`, at growing intervals, until it returns a value.
 *
 * @param what describes the awaited event in the error message
 */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + hangsAfterMillis;
  for (let pauseMillis = 100; ; pauseMillis = Math.min(1000, pauseMillis * 1.3)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${hangsAfterMillis / 1000} s`);
    await sleep(pauseMillis);
  }
}

export const readAction = async (who: string, id: string): Promise<z.infer<typeof actionRead>> =>
  answered(await ask(who, { method: 'GET', path: `/v1/actions/${id}` }), actionRead);

/** The states in which an Action stays. */
const ends = new Set(['committed', 'failed', 'cancelled', 'expired', 'denied', 'voided']);

/** Waits until an Action is in the given state, as its requester sees it. @throws if the Action ends in another state */
export const untilState = (id: string, state: string, who = 'claims-agent'): Promise<z.infer<typeof actionRead>> =>
  until(`the state ${state}`, async () => {
    const action = await readAction(who, id);
    if (action.state === state) return action;
    if (ends.has(action.state)) throw new Error(`the Action is ${action.state} (${action.reason}), not ${state}`);
    return undefined;
  });
