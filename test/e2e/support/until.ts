import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ask } from './ask.ts';
import { actionRead, answered } from './shapes.ts';

/** Ends a wait for something that never happens. On a busy machine everything takes longer. */
const hangsAfterMillis = 300_000;

/** Calls `look`, less and less often, until it returns a value. */
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

/** States in which an Action stays. */
const ends = new Set(['committed', 'failed', 'cancelled', 'expired', 'denied', 'voided']);

/** The Action once it is in the given state, as its requester sees it. @throws if it ends in another state */
export const untilState = (id: string, state: string, who = 'claims-agent'): Promise<z.infer<typeof actionRead>> =>
  until(`the state ${state}`, async () => {
    const action = await readAction(who, id);
    if (action.state === state) return action;
    if (ends.has(action.state)) throw new Error(`the Action is ${action.state} (${action.reason}), not ${state}`);
    return undefined;
  });
