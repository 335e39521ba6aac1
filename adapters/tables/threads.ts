import { mostEntries, type ThreadEntry, type Threads } from '../../contract/rows/thread.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

const keyOf = (taskId: string, number: number): string => `${taskId}#${number}`;

export const threads = (database: Database): Threads => ({
  async read(taskId) {
    const keys = Array.from({ length: mostEntries }, (_, i) => ({
      in: 'threads' as const,
      pk: keyOf(taskId, i + 1),
    }));
    const items = await reading('dependency.unavailable', database.batchGet(keys));
    return items.flatMap((item) => (item === undefined ? [] : [rowOf<ThreadEntry>(item)]));
  },

  async add(entry, event) {
    const row = rowText(entry);
    const answer = await persist(database, [
      { put: eventItem(event), in: 'ledger', if: { is: 'absent' } },
      { put: itemOf(keyOf(entry.taskId, entry.number), { row }), in: 'threads', if: { is: 'absent' } },
    ]);
    if (answer.written) return 'added';
    // If the stored event is ours, an earlier attempt succeeded and its answer was lost.
    return answer.failed.some(({ index }) => index === 0) ? 'added' : 'taken';
  },
});
