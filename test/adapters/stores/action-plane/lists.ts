import { someAction, someKey, someRecord, someTask, someTransition } from '../../../support/rows.ts';
import { type OpenStores, opener } from '../under-test.ts';
import { stagedIn } from './staged.ts';
import { describe, expect, test } from 'vitest';

export function listLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The Action Plane's store ${name}`, () => {
    const staged = stagedIn(opened);

    test('A queue lists its Tasks in the given states, the earliest deadline first', async () => {
      const { plane, ledger, action, task, to } = await staged();
      const later = someTask(someAction(), { queue: task.queue, dueAt: '2025-03-01T09:00:00.000Z' });
      const key = someKey('approval-request');
      await ledger.record(key, someRecord(key), { put: 'Task', row: later });
      expect(await plane.tasksOf(task.queue, ['requested', 'open'])).toEqual([later, task]);
      await plane.apply({ task: { from: task, to: to.task }, event: someTransition(action, to.action) });
      expect(await plane.tasksOf(task.queue, ['requested', 'open'])).toEqual([later, to.task]);
      expect(await plane.tasksOf(task.queue, ['open'])).toEqual([to.task]);
      expect(await plane.tasksOf(task.queue, ['granted'])).toEqual([]);
      expect(await plane.tasksOf('queue.none', ['open'])).toEqual([]);
    });

    test('A staged or pending Action is in the list of expired ones only after its stagedUntil, and only until it is approved', async () => {
      const { database, plane, action, to } = await staged();
      const listed = async (before: string) => {
        const rows = await plane.undecidedPast({ before, after: '2025-03-04T09:59:59.999Z', limit: 1000 });
        return rows.filter(({ id }) => id === action.id);
      };
      const later = '2025-03-04T10:00:00.001Z';
      expect(await listed(action.stagedUntil)).toEqual([]);
      expect(await listed(later)).toEqual([{ id: action.id, endsAt: action.stagedUntil }]);
      await plane.apply({ action: { from: action, to: to.action }, event: someTransition(action, to.action) });
      expect(await listed(later)).toHaveLength(1);
      const approved = { ...to.action, state: 'approved', version: 3 } as const;
      await plane.apply({ action: { from: to.action, to: approved }, event: someTransition(to.action, approved) });
      expect(await listed(later)).toEqual([]);
      const moved = await database.get('actions', action.id);
      expect([moved?.['state'], moved?.['waits'], moved?.['endsAt']]).toEqual(['approved', undefined, undefined]);
    });
  });
}
