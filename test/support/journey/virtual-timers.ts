import type { VirtualTime } from '../virtual-time.ts';

let current: VirtualTime | undefined;

/** Whose clock `Date.now` and the sleeps of the code under test go by from now on. */
export const goBy = (time: VirtualTime): void => {
  current = time;
};

export const virtualNow = (): number => current?.millis ?? 0;

/** In the place of that of `node:timers/promises`. */
export const virtualSleep = (millis = 0): Promise<void> => {
  if (!current) throw new Error('no clock to go by');
  return current.sleep(Math.ceil(millis));
};
