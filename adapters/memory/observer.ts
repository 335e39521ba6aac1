import type { Observer } from '../../contract/system.ts';

/** An observer that records nothing. */
export const quietObserver: Observer = {
  span: (_name, inside) => inside(() => undefined),
  dispatched: () => undefined,
  failed: () => undefined,
};
