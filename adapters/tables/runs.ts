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
   * @throws Failure as a write does; `internal` if the id already belongs to another run
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
    // If the stored run is this one, an earlier attempt succeeded and its answer was lost.
    const stands = answer.failed.find(({ index }) => index === 0)?.stands;
    if (stands?.['row'] !== row) throw new Failure('internal', 'another run is already stored under this run id');
  },
});
