import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ask } from './ask.ts';
import { actionRead, answered } from './shapes.ts';

/** Calls `look` until it returns a value. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, withinMillis = 45_000): Promise<T> {
  const end = Date.now() + withinMillis;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMillis / 1000} s`);
    await sleep(150);
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
