import { someTransition } from '../../../support/rows.ts';
import { type OpenStores, opener } from '../under-test.ts';
import { stagedIn } from './staged.ts';
import { describe, expect, test } from 'vitest';

export function tokenLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The Action Plane's store ${name}`, () => {
    const staged = stagedIn(opened);

    test('A task token is stored beside its Task, is kept through transitions, and appears in no list and no row', async () => {
      const { plane, database, action, task, to } = await staged();
      expect(await plane.token(task.id)).toBeUndefined();
      expect(await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-2')).toEqual(task);
      await plane.apply({ task: { from: task, to: to.task }, event: someTransition(action, to.action) });
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2' });
      expect(await plane.storeToken(task.id, { wait: 1, attempt: 0 }, 'token-1')).toEqual(to.task);
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2' });
      expect(await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-2-again')).toEqual(to.task);
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2-again' });
      await plane.storeToken(task.id, { wait: 2, attempt: 1 }, 'token-of-the-second-try');
      await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-of-the-first-try-come-late');
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-of-the-second-try' });
      expect(await plane.storeToken('task-none', { wait: 1, attempt: 0 }, 'token')).toBeUndefined();
      expect(await plane.task('task-none')).toBeUndefined();
      const listed = await database.query({
        in: 'tasks',
        index: 'byQueue',
        partition: `${task.queue}#open`,
        limit: 10,
      });
      expect(listed).toHaveLength(1);
      expect(JSON.stringify([listed, await plane.task(task.id)])).not.toContain('token-2');
    });
  });
}
