import type { Observer } from '../../contract/system.ts';

/** Observes nothing. */
export const quietObserver: Observer = {
  span: (_name, inside) => inside(() => undefined),
  dispatched: () => undefined,
  failed: () => undefined,
};
