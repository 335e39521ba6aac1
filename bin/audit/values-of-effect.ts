import { ended } from '../../action-plane/states.ts';
import { erasedHash, erasedText } from '../../adapters/tables/aside.ts';
import type { Database, Write } from '../../adapters/tables/database.ts';
import { itemText, rowOf, rowText } from '../../adapters/tables/item.ts';
import { attachmentItem, attachmentKey } from '../../adapters/tables/rows.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { Task } from '../../contract/rows/task.ts';
import { joinValues, noValues, type KeptValues } from './kept-values.ts';

/** Replaces the id of the target in the row of an erased Action. */
const erasedRef = 'erased';

/**
 * Finds the values of an Action, and of the Action that compensates it: its case (rationale, evidence, old values), and
 * the hashes, the target and the reason in its row. An Action that has not ended cannot be erased, because its commit
 * needs these values. The payload stays under its hash, because Actions of other runs may have the same payload.
 */
export async function valuesOfAction(database: Database, id: string): Promise<KeptValues> {
  const item = await database.get('actions', id);
  if (item === undefined) return noValues;
  const action = rowOf<Action>(item);
  const { compensatedBy } = action;
  const other = compensatedBy === undefined ? noValues : await valuesOfAction(database, compensatedBy);
  if (!ended(action)) {
    return joinValues([
      { ...noValues, blocked: [`Action ${id} is ${action.state}. Run the command again after the Action has ended`] },
      other,
    ]);
  }
  if (action.payloadHash === erasedHash) return other;
  const stored = await database.get('actions', attachmentKey(action.caseHash));
  return joinValues([
    {
      ...noValues,
      // The case is replaced first. If the erasure is interrupted, the row still leads to the case.
      rows: [
        ...(stored === undefined || itemText(stored, 'text') === erasedText ? [] : [eraseCase(action)]),
        eraseRow(action),
      ],
      objects: stored === undefined ? [{ area: 'payloads', name: action.caseHash }] : [],
    },
    other,
  ]);
}

const eraseCase = ({ caseHash }: Action): Write => ({
  put: attachmentItem({ hash: caseHash, text: erasedText }),
  in: 'actions',
});

function eraseRow(action: Action): Write {
  const { reason: _, subject: __, lookups, ...rest } = action;
  const seen = Object.entries(lookups ?? {}).map(([name, one]) => [name, { ...one, ref: erasedRef }] as const);
  const row: Action = {
    ...rest,
    payloadHash: erasedHash,
    caseHash: erasedHash,
    target: { ...action.target, ref: erasedRef },
    ...(lookups === undefined ? {} : { lookups: Object.fromEntries(seen) }),
  };
  const { state, version } = action;
  return {
    update: action.id,
    in: 'actions',
    set: { row: rowText(row) },
    if: { is: 'equal', attributes: { state, version } },
  };
}

/**
 * Finds the values of a Task whose subject is a validation or classification. A Task whose subject is an Action has no
 * values of its own.
 */
export async function valuesOfTask(database: Database, id: string): Promise<KeptValues> {
  const item = await database.get('tasks', id);
  const task = item && rowOf<Task>(item);
  if (task?.decision === undefined || task.decision.caseHash === erasedHash) return noValues;
  if (!ended(task))
    return { ...noValues, blocked: [`Task ${id} is ${task.state}. Run the command again after the Task has ended`] };
  const { decision, state, version } = task;
  const hashes = { argsHash: erasedHash, resultHash: erasedHash, caseHash: erasedHash };
  return {
    ...noValues,
    rows: [
      {
        update: id,
        in: 'tasks',
        set: { row: rowText({ ...task, decision: { ...decision, ...hashes } }) },
        if: { is: 'equal', attributes: { state, version } },
      },
    ],
    objects: [{ area: 'payloads', name: decision.caseHash }],
  };
}
