import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ask } from './ask.ts';
import { actionRead, answered } from './shapes.ts';

/** Looks again and again until there is something to see. */
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

/** States from which an Action goes no further by itself. */
const ends = new Set(['committed', 'failed', 'cancelled', 'expired', 'denied', 'voided']);

/** The Action as its requester sees it in the state asked for. @throws where it ended in another */
export const untilState = (id: string, state: string, who = 'claims-agent'): Promise<z.infer<typeof actionRead>> =>
  until(`the state ${state}`, async () => {
    const action = await readAction(who, id);
    if (action.state === state) return action;
    if (ends.has(action.state)) throw new Error(`the Action is ${action.state} (${action.reason}), not ${state}`);
    return undefined;
  });
