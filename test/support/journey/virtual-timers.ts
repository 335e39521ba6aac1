import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { VirtualTime } from '../virtual-time.ts';

let current: VirtualTime | undefined;

/** Sets the clock that `Date.now` and the sleeps of the code under test use from now on. */
export const goBy = (time: VirtualTime): void => {
  current = time;
};

export const virtualNow = (): number => current?.millis ?? 0;

const virtualSleep = (millis = 0): Promise<void> => {
  if (!current) throw new Error('no clock to go by');
  return current.sleep(Math.ceil(millis));
};

/** From now on, `setTimeout` of `node:timers/promises` sleeps in virtual time. @returns a function that ends this */
export function virtualSleeps(): () => void {
  const real = timers.setTimeout;
  const put = (sleep: unknown): void => {
    Object.assign(timers, { setTimeout: sleep });
    syncBuiltinESMExports();
  };
  put(virtualSleep);
  return () => put(real);
}
