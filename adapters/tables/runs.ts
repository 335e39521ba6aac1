import type { AuditEvent } from '../../contract/audit.ts';
import { Failure } from '../../contract/failures.ts';
import type { Runs } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

export interface RunStore extends Runs {
  /**
   * Puts a new run and its event in one transaction.
   * @throws Failure as a write does; `internal` for an id that was used before
   */
  open(run: Run, event: AuditEvent): Promise<void>;
}

export const runs = (database: Database): RunStore => ({
  async find(runId) {
    const item = await reading('dependency.unavailable', database.get('runs', runId));
    return item === undefined ? undefined : rowOf<Run>(item);
  },

  async open(run, event) {
    const row = rowText(run);
    const answer = await persist(database, [
      { put: itemOf(run.runId, { row }), in: 'runs', if: { is: 'absent' } },
      { put: eventItem(event), in: 'ledger', if: { is: 'absent' } },
    ]);
    if (answer.written) return;
    // After a lost answer, the stored row is our own.
    const stands = answer.failed.find(({ index }) => index === 0)?.stands;
    if (stands?.['row'] !== row) throw new Failure('internal', 'the run id was used twice');
  },
});
