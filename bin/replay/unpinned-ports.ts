import { Failure } from '../../contract/failures.ts';
import type { Ports } from '../../contract/ports.ts';

const refuse = (): never => {
  throw new Failure('internal', 'a replay must not read data that is not pinned');
};

/**
 * Ports whose answers change over time. A call of a pattern with a port of this kind is not made again, so each of
 * these ports throws here.
 */
export const unpinnedPorts: Omit<Ports, 'corpora'> = {
  model: { ask: refuse },
  connectors: { read: refuse },
  dispatches: { read: refuse, whole: refuse },
  actions: { subject: refuse, task: refuse },
  objects: { get: refuse, scan: refuse },
  exports: { snapshot: refuse, query: refuse },
};
