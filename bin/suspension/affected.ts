import { involvedInAction } from '../../action-plane/involved.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { reading } from '../../adapters/tables/faults.ts';
import { itemText, rowOf } from '../../adapters/tables/item.ts';
import type { RowProgress } from '../../adapters/tables/rows.ts';
import { suspensionsOf } from '../../contract/authority/suspension.ts';
import { taskId } from '../../contract/dispatch/keys.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { Task } from '../../contract/rows/task.ts';

/** The numbers of Actions that a suspension concerns. */
export interface Affected {
  /** Approved Actions. They are held. */
  readonly held: number;
  /** Actions whose request may have been sent. Their requests are not stopped. */
  readonly sent: number;
}

interface Subject {
  readonly action: Action;
  readonly task: Task | undefined;
}

/** The largest number of keys of a batch read. */
const batch = 100;

/**
 * Counts the approved and the sent Actions that a name of the head concerns. The list of their ids is eventually
 * consistent. The rows are read consistently, and their states are counted.
 * @throws Failure `dependency.unavailable`
 */
export const affectedBy = (database: Database, name: string): Promise<Affected> =>
  reading('dependency.unavailable', counts(database, name));

async function counts(database: Database, name: string): Promise<Affected> {
  const waiting = 'waiting' satisfies RowProgress;
  const attributes = ['pk', 'schemaVersion', 'state'];
  let [held, sent] = [0, 0];
  for await (const page of database.pages({ in: 'actions', index: 'byProgress', partition: waiting, attributes })) {
    const ids = page.filter((item) => isListed(itemText(item, 'state'))).map((item) => itemText(item, 'pk'));
    for (let from = 0; from < ids.length; from += batch) {
      const subjects = await subjectsOf(database, ids.slice(from, from + batch));
      const states = subjects.filter((subject) => concerns(name, subject)).map(({ action }) => action.state);
      held += states.filter((state) => state === 'approved').length;
      sent += states.filter((state) => sentStates.has(state)).length;
    }
  }
  return { held, sent };
}

const sentStates: ReadonlySet<string> = new Set(['committing', 'outcome_unknown']);

const isListed = (state: string): boolean => state === 'approved' || sentStates.has(state);

const concerns = (name: string, { action, task }: Subject): boolean =>
  suspensionsOf({ suspended: [name] }, involvedInAction(action, task)).length > 0;

async function subjectsOf(database: Database, ids: readonly string[]): Promise<readonly Subject[]> {
  const items = await database.batchGet(ids.map((pk) => ({ in: 'actions', pk })));
  const actions = items.flatMap((item) => (item === undefined ? [] : [rowOf<Action>(item)]));
  if (actions.length === 0) return [];
  const tasks = await database.batchGet(actions.map(({ id, round }) => ({ in: 'tasks', pk: taskId(id, round) })));
  return actions.map((action, index) => {
    const task = tasks[index];
    return { action, task: task && rowOf<Task>(task) };
  });
}
