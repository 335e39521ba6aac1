import type { Action } from '../../contract/rows/action.ts';
import { taskId } from '../../contract/dispatch/keys.ts';
import type { Actions } from '../../contract/ports.ts';
import type { Task } from '../../contract/rows/task.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { rowOf } from './item.ts';
import { isAttachmentKey } from './rows.ts';

/** Reads the subject of an approval: the Action and the Task of its current round, in one batch read. */
export const actions = (database: Database): Actions => {
  const read = async (actionId: string, round: number): ReturnType<Actions['subject']> => {
    const [row, task] = await reading(
      'dependency.unavailable',
      database.batchGet([
        { in: 'actions', pk: actionId },
        { in: 'tasks', pk: taskId(actionId, round) },
      ]),
    );
    if (row === undefined) return undefined;
    const action = rowOf<Action>(row);
    // In a later round the Action has another Task, so both rows are read again to get one consistent pair. Rounds only
    // increase, so this ends.
    if (action.round > round) return read(actionId, action.round);
    return { action, ...(task === undefined ? {} : { task: rowOf<Task>(task) }) };
  };
  return {
    subject: async (actionId) => (isAttachmentKey(actionId) ? undefined : read(actionId, 1)),
    task: async (id) => {
      const [row] = await reading('dependency.unavailable', database.batchGet([{ in: 'tasks', pk: id }]));
      return row === undefined ? undefined : rowOf<Task>(row);
    },
  };
};
