import { indexedBefore, lessMargin } from '../../audit-log/indexed.ts';
import type { LogRows } from '../../audit-log/store.ts';
import { timeLimits } from '../../contract/platform/limits.ts';

/**
 * The instants up to which the audit log has all events of the ledger, by the time at which the ledger was written (ISO
 * 8601, UTC). An instant is undefined until it is known for every shard of the ledger's stream.
 */
export interface AuditProgress {
  /** Every event that was written before this instant is in the audit table and in the log. */
  readonly indexedUntil?: string;
  /** Every event that was written before this instant has a signed checkpoint. */
  readonly sealedUntil?: string;
}

/**
 * The margin for what is still under way: a function ends 28 s after its call began, which includes the call's deadline
 * of 24 s. The ledger's stream and the indexes of the audit table follow within 5 s.
 */
export const marginMillis = timeLimits.functionSeconds * 1000 + 5000;

/** Reads how far the audit log follows the ledger. */
export async function auditProgress(rows: Pick<LogRows, 'indexed' | 'head' | 'sealed'>): Promise<AuditProgress> {
  // The rows are read in this order: a row that is read later includes at least all entries that the earlier rows refer
  // to.
  const { row: sealed } = await rows.sealed();
  const { row: indexed } = await rows.indexed();
  const { row: head } = await rows.head();
  const reached = indexed && indexedBefore(indexed, head?.positions ?? {});
  const isSealed = sealed !== undefined && sealed.size === head?.frontier.size;
  const until = isSealed ? reached : sealed?.until;
  return {
    ...(reached === undefined ? {} : { indexedUntil: lessMargin(reached, marginMillis) }),
    ...(until === undefined ? {} : { sealedUntil: lessMargin(until, marginMillis) }),
  };
}
