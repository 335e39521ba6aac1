import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { VirtualTime } from '../virtual-time.ts';

let current: VirtualTime | undefined;

/** Sets the clock that `Date.now` and the sleeps of the code under test use from now on. */
export const useClock = (time: VirtualTime): void => {
  current = time;
};

export const virtualNow = (): number => current?.millis ?? 0;

const virtualSleep = (millis = 0): Promise<void> => {
  if (!current) throw new Error('no virtual clock is set: call useClock first');
  return current.sleep(Math.ceil(millis));
};

/** Replaces `setTimeout` of `node:timers/promises` by a sleep in virtual time. @returns a function that restores it */
export function replaceSleeps(): () => void {
  const real = timers.setTimeout;
  const put = (sleep: unknown): void => {
    Object.assign(timers, { setTimeout: sleep });
    syncBuiltinESMExports();
  };
  put(virtualSleep);
  return () => put(real);
}
