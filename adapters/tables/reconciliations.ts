import type { Reconciled } from '../../audit-log/reconcile/findings.ts';
import type { KeptReconciliation } from '../../audit-log/reconcile/reconciliation.ts';
import type { VersionedObject } from '../../audit-log/store.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { persist } from './persist.ts';

/** A reconciliation under way, and the result of the last one. */
export interface ReconciliationRow {
  readonly underWay?: {
    /** The uuid of the event that will say the result. */
    readonly uuid: string;
    /** The time of the last step; ISO 8601, UTC. */
    readonly at: string;
    readonly kept: KeptReconciliation;
  };
  readonly last?: Reconciled;
}

/** Keeps the progress and the last result of reconciliations of one kind. */
export interface Reconciliations {
  read(): Promise<VersionedObject<ReconciliationRow>>;
  /** Replaces the row. Returns `moved` if the row no longer has the version `seen`. */
  write(row: ReconciliationRow, seen: number): Promise<'done' | 'moved'>;
}

/** @param name `week`, or the span that a command compares */
export const reconciliations = (database: Database, name: string): Reconciliations => ({
  async read() {
    const item = await reading('dependency.unavailable', database.get('log', keyOf(name)));
    return { row: item && rowOf<ReconciliationRow>(item), version: Number(item?.['version'] ?? 0) };
  },
  async write(row, seen) {
    const put = itemOf(keyOf(name), { version: seen + 1, row: rowText(row) });
    const { written } = await persist(database, [
      {
        put,
        in: 'log',
        if: seen === 0 ? { is: 'absent' } : { is: 'equal', attributes: { version: seen } },
      },
    ]);
    return written ? 'done' : 'moved';
  },
});

const keyOf = (name: string): string => `reconcile#${name}`;
