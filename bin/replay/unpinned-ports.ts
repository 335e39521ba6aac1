import { Failure } from '../../contract/failures.ts';
import type { Ports } from '../../contract/ports.ts';

const refuse = (): never => {
  throw new Failure('internal', 'a replay reads nothing that is not pinned');
};

/** What these ports answer may be another tomorrow: calls that hold one are not made again, and here nobody is asked. */
export const unpinnedPorts: Omit<Ports, 'corpora'> = {
  model: { ask: refuse },
  connectors: { read: refuse },
  dispatches: { read: refuse, whole: refuse },
  actions: { subject: refuse, task: refuse },
  objects: { get: refuse, scan: refuse },
  exports: { snapshot: refuse, query: refuse },
};
