import { actions } from '../../../../adapters/tables/actions.ts';
import { taskId } from '../../../../contract/dispatch/keys.ts';
import { someAction, someKey, someRecord, someTask, someTransition } from '../../../support/rows.ts';
import { opener, type OpenStores, staging } from '../under-test.ts';
import { describe, expect, test } from 'vitest';

export function subjectLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The Action Plane's store ${name}`, () => {
    test("The subject of an approval is the Action and the Task of the Action's current round", async () => {
      const { ledger, plane, database } = opened();
      const action = someAction();
      const key = someKey();
      await ledger.record(key, someRecord(key), staging(action));
      expect(await actions(database).subject(action.id)).toEqual({ action });
      const task = someTask(action);
      const other = someKey('approval-request');
      await ledger.record(other, someRecord(other), { put: 'Task', row: task });
      expect(await actions(database).subject(action.id)).toEqual({ action, task });
      const later = { ...action, round: 2, version: 2 };
      await plane.apply({ action: { from: action, to: later }, event: someTransition(action, later) });
      expect(await actions(database).subject(action.id)).toEqual({ action: later });
      const again = { ...someTask(later), id: taskId(action.id, 2) };
      const third = someKey('approval-request');
      await ledger.record(third, someRecord(third), { put: 'Task', row: again });
      expect(await actions(database).subject(action.id)).toEqual({ action: later, task: again });
      expect(await actions(database).subject('act-none')).toBeUndefined();
    });
  });
}
