import type { ObjectWriter, Objects } from '../../contract/rows/objects.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { RowLists } from '../../contract/rows/row-lists.ts';
import type { Owners } from '../../contract/authority/people.ts';
import type { Actions, Dispatches } from '../../contract/ports.ts';
import type { Head, Ledger, Observer, Sources } from '../../contract/system.ts';
import { actionPlaneStore } from '../tables/action-plane-store.ts';
import { actions } from '../tables/actions.ts';
import { auditTable, type AuditTable } from '../tables/audit-table.ts';
import type { Database } from '../tables/database.ts';
import { dispatches } from '../tables/dispatches.ts';
import { head, headWriter, type HeadWriter } from '../tables/head.ts';
import { ledger } from '../tables/ledger.ts';
import { objects } from '../tables/objects.ts';
import { objectWriter } from '../tables/object-writer.ts';
import { owners } from '../tables/owners.ts';
import { rowLists } from '../tables/row-lists.ts';
import { runs, type RunStore } from '../tables/runs.ts';
import { sources, sourceStore, type SourceStore } from '../tables/sources.ts';
import { MemorySor } from './connectors.ts';
import { MemoryContent } from './content.ts';
import { MemoryDatabase } from './database.ts';
import { faulty, type FaultPlan } from './faults.ts';
import { quietObserver } from './observer.ts';

export interface MemoryWorld {
  /** The stored items. Reads through this member never fail. */
  readonly stored: MemoryDatabase;
  /** The database on which planned faults take effect. */
  readonly database: Database;
  /** Decides which call of the database fails, and how. Undefined if no call fails. It may be changed at any time. */
  faults: FaultPlan | undefined;
  readonly ledger: Ledger;
  readonly head: Head;
  readonly headWriter: HeadWriter;
  readonly runs: RunStore;
  readonly owners: Owners;
  readonly dispatches: Dispatches;
  readonly actions: Actions;
  readonly actionPlane: ActionPlaneStore;
  readonly lists: RowLists;
  readonly audit: AuditTable;
  readonly content: MemoryContent;
  readonly sources: Sources;
  readonly sourceStore: SourceStore;
  readonly objects: Objects;
  readonly objectWriter: ObjectWriter;
  readonly connectors: MemorySor;
  readonly observer: Observer;
}

/** Creates every store port over one database in memory. The rules of the tables in AWS hold here too. */
export function memoryWorld(
  options: { readonly release?: string; readonly now?: () => number; readonly headMaxAgeMillis?: number } = {},
): MemoryWorld {
  const stored = new MemoryDatabase();
  const plan: { current: FaultPlan | undefined } = { current: undefined };
  const database = faulty(stored, () => plan.current);
  const content = new MemoryContent();
  return {
    stored,
    database,
    get faults() {
      return plan.current;
    },
    set faults(faults) {
      plan.current = faults;
    },
    ledger: ledger(database, content),
    head: head(database, {
      initial: options.release ?? 'release-1',
      ...(options.now === undefined ? {} : { now: options.now }),
      maxAgeMillis: options.headMaxAgeMillis ?? 0,
    }),
    headWriter: headWriter(database, options.now),
    runs: runs(database),
    owners: owners(database),
    dispatches: dispatches(database, content),
    actions: actions(database),
    actionPlane: actionPlaneStore(database, content, options.now),
    lists: rowLists(database, content),
    audit: auditTable(database),
    content,
    sources: sources(database, content, options.now),
    sourceStore: sourceStore(database),
    objects: objects(database, options.now),
    objectWriter: objectWriter(database),
    connectors: new MemorySor(),
    observer: quietObserver,
  };
}
