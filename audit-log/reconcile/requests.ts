import type { Reconciliation } from './reconciliation.ts';
import { requestIdOf } from './request-item.ts';

/** The ids of the requests that have a line and no event, or an event and no line. */
export interface DifferingRequests {
  readonly withoutEvent: { readonly ledger: ReadonlySet<string>; readonly log: ReadonlySet<string> };
  readonly withoutLine: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** False if there are more of them than the sketches can name. */
  readonly isComplete: boolean;
}

const idsOf = (items: readonly Uint8Array[]): readonly string[] => items.map(requestIdOf);

/** Returns the requests in which the access log differs from the ledger or from the log. */
export function differingRequests({ requests }: Pick<Reconciliation, 'requests'>): DifferingRequests {
  const [ledger, log] = [requests.ledger.difference(), requests.log.difference()];
  const added = { ledger: idsOf(ledger.added), log: idsOf(log.added) };
  const removed = [...idsOf(ledger.removed), ...idsOf(log.removed)];
  return {
    withoutEvent: { ledger: new Set(added.ledger), log: new Set(added.log) },
    withoutLine: new Set(removed),
    all: new Set([...added.ledger, ...added.log, ...removed]),
    isComplete: ledger.isComplete && log.isComplete,
  };
}
