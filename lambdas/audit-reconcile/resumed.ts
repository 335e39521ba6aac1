import type { ReconciliationRow } from '../../adapters/tables/reconciliations.ts';
import type { EventSpan } from '../../audit-log/ledger-events.ts';
import { keptReconciliation, reconciliationOf, type Reconciliation } from '../../audit-log/reconcile/reconciliation.ts';

/** A reconciliation, and the uuid of the event that will say its result. */
export interface UnderWay {
  readonly work: Reconciliation;
  readonly uuid: string;
}

/** CloudWatch Logs accepts the token of a page for 24 hours. After a longer stop, a reconciliation begins again. */
const forgottenAfterMillis = 20 * 3600 * 1000;

/** Returns the reconciliation that an earlier call left, in the state after the last step of that call. */
export function resumed({ underWay }: ReconciliationRow, now: number): UnderWay | undefined {
  if (underWay === undefined || now - Date.parse(underWay.at) > forgottenAfterMillis) return undefined;
  return { work: reconciliationOf(underWay.kept), uuid: underWay.uuid };
}

/**
 * Returns the uuid of a reconciliation of this span that an earlier call began. It stays the same if the reconciliation
 * begins again, so that a span never gets a second result event.
 */
export const uuidBefore = ({ underWay }: ReconciliationRow, { from, to }: EventSpan): string | undefined => {
  const span = underWay?.kept.work.span;
  return span?.from === from && span.to === to ? underWay?.uuid : undefined;
};

/** Returns the form in which the reconciliation is left for a later call. */
export const left = ({ work, uuid }: UnderWay, now: number): Pick<ReconciliationRow, 'underWay'> => ({
  underWay: { uuid, at: new Date(now).toISOString(), kept: keptReconciliation(work) },
});
