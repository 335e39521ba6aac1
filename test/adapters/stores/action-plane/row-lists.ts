import { describe, expect, test } from 'vitest';
import { keepAttachments } from '../../../../adapters/tables/attachments.ts';
import { erasedHash, erasedText } from '../../../../adapters/tables/aside.ts';
import { attachmentItem } from '../../../../adapters/tables/rows.ts';
import { sizeLimits } from '../../../../contract/platform/limits.ts';
import { actionStates, type Action, type ActionState } from '../../../../contract/rows/action.ts';
import { taskStates, type Task, type TaskState } from '../../../../contract/rows/task.ts';
import { newUuid } from '../../../../contract/dispatch/keys.ts';
import { sha256 } from '../../../../contract/values/canonical.ts';
import { someAction, someAttachment, someKey, someRecord, someTask, someTransition } from '../../../support/rows.ts';
import { opener, staging, type OpenStores } from '../under-test.ts';

const waiting = ['requested', 'open'] as const;

export function rowListLaws(name: string, open: OpenStores): void {
  const opened = opener(open);

  /** Opens stores with functions that put rows of queues and requesters that no other test uses. */
  const listed = () => {
    const stores = opened();
    const requester = { kind: 'agent', id: `agent-${newUuid()}`, name: 'claims-agent' } as const;
    const [queue, other] = [`queue.${newUuid()}`, `queue.${newUuid()}`];
    const put = async (more: Partial<Task>): Promise<Task> => {
      const key = someKey('approval-request');
      const row = someTask(someAction(), { queue, requestedBy: requester, ...more });
      await stores.ledger.record(key, someRecord(key), { put: 'Task', row });
      return row;
    };
    const stage = async (more: Partial<Action>): Promise<Action> => {
      const key = someKey();
      const row = someAction({ requester, ...more });
      await stores.ledger.record(key, someRecord(key), staging(row));
      return row;
    };
    const move = async (from: Task, state: TaskState): Promise<Task> => {
      const to = { ...from, state, version: from.version + 1 };
      await stores.plane.apply({ task: { from, to }, event: someTransition(someAction(), someAction()) });
      return to;
    };
    const moveAction = async (from: Action, state: ActionState): Promise<Action> => {
      const to = { ...from, state, version: from.version + 1 };
      await stores.plane.apply({ action: { from, to }, event: someTransition(from, to) });
      return to;
    };
    return { ...stores, requester, queue, other, put, stage, move, moveAction };
  };
  const dueAt = (minute: number) => `2025-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

  describe(`The lists of rows of ${name}`, () => {
    test('The Tasks of several queues are one list in the order of their deadlines; a Task that becomes open keeps its place', async () => {
      const { lists, put, move, queue, other } = listed();
      const late = await put({ dueAt: dueAt(9) });
      const early = await put({ dueAt: dueAt(1), queue: other });
      const same = [await put({ dueAt: dueAt(5) }), await put({ dueAt: dueAt(5), queue: other })];
      const of = { queues: [queue, other] };
      const all = await lists.tasks({ of, states: waiting, limit: 100 });
      const sorted = same.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(all.rows.map(({ row }) => row)).toEqual([early, ...sorted, late]);
      expect(all.next).toBeUndefined();
      await move(early, 'open');
      const moved = await lists.tasks({ of, states: waiting, limit: 100 });
      expect(moved.rows.map(({ place }) => place)).toEqual(all.rows.map(({ place }) => place));
      expect(moved.rows[0]?.row.state).toBe('open');
    });

    test('A list has only Tasks of the given states, before the given instant', async () => {
      const { lists, put, move, queue } = listed();
      const [one, two, three] = [await put({}), await put({ dueAt: dueAt(1) }), await put({ dueAt: dueAt(2) })];
      await move(await move(one, 'open'), 'granted');
      await move(two, 'open');
      const ids = async (states: readonly TaskState[], below?: string) => {
        const part = { of: { queues: [queue] }, states, limit: 10, ...(below === undefined ? {} : { below }) };
        return (await lists.tasks(part)).rows.map(({ row }) => row.id);
      };
      expect(await ids(waiting)).toEqual([two.id, three.id]);
      expect(await ids(waiting, dueAt(2))).toEqual([two.id]);
      expect(await ids(['open'])).toEqual([two.id]);
      expect(await ids(['granted', 'denied'])).toEqual([one.id]);
      expect((await ids(taskStates)).toSorted()).toEqual([one.id, two.id, three.id].toSorted());
      expect((await lists.waiting(queue, 10)).map(({ id }) => id)).toEqual([two.id, three.id]);
    });

    test('The pages of a list together have each row once, in order, whatever their size', async () => {
      const { lists, put, queue, other } = listed();
      for (let i = 0; i < 23; i += 1) await put({ dueAt: dueAt(i % 7), queue: i % 3 === 0 ? other : queue });
      const of = { queues: [queue, other] };
      const whole = await lists.tasks({ of, states: waiting, limit: 100 });
      for (const limit of [1, 4, 22, 23]) {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const part = await lists.tasks({ of, states: waiting, limit, ...(after === undefined ? {} : { after }) });
          expect(part.rows.length).toBeLessThanOrEqual(limit);
          found.push(...part.rows.map(({ place }) => place));
          after = part.next;
        } while (after !== undefined);
        expect(found).toEqual(whole.rows.map(({ place }) => place));
      }
      expect(whole.rows).toHaveLength(23);
    });

    test('A requester lists its own Tasks, and nobody else’s', async () => {
      const { lists, put, move, requester } = listed();
      const [one, two] = [await put({}), await put({ dueAt: dueAt(2) })];
      await put({ requestedBy: { ...requester, kind: 'human' } });
      const ended = await move(await move(two, 'open'), 'denied');
      const of = { requester };
      expect((await lists.tasks({ of, states: waiting, limit: 10 })).rows.map(({ row }) => row)).toEqual([one]);
      expect((await lists.tasks({ of, states: ['denied'], limit: 10 })).rows.map(({ row }) => row)).toEqual([ended]);
    });

    test('A requester lists its own Actions by state, the one first that was staged first', async () => {
      const { lists, stage, moveAction, requester } = listed();
      const late = await stage({ stagedAt: dueAt(5) });
      const early = await stage({ stagedAt: dueAt(1) });
      const failed = await moveAction(await stage({ stagedAt: dueAt(3) }), 'failed');
      const moved = await moveAction(early, 'pending');
      const rows = async (states: readonly ActionState[], below?: string) => {
        const part = { requester, states, limit: 10, ...(below === undefined ? {} : { below }) };
        return (await lists.actions(part)).rows.map(({ row }) => row);
      };
      expect(await rows(['staged', 'pending'])).toEqual([moved, late]);
      expect(await rows(['staged', 'pending'], dueAt(5))).toEqual([moved]);
      expect(await rows(['staged'])).toEqual([late]);
      expect(await rows(['failed'])).toEqual([failed]);
      expect(await rows(actionStates)).toEqual([moved, failed, late]);
    });

    test('The list of all Actions has the Actions of every requester', async () => {
      const { lists, stage, requester } = listed();
      const mine = await stage({ stagedAt: '2001-01-01T00:00:00.001Z' });
      const other = await stage({ requester: { ...requester, id: 'another' }, stagedAt: '2001-01-01T00:00:00.002Z' });
      const part = { states: ['staged'] as const, below: '2001-01-01T00:00:01.000Z', limit: 100 };
      const ids = (await lists.actions(part)).rows.map(({ row }) => row.id);
      expect(ids.filter((id) => id === mine.id || id === other.id)).toEqual([mine.id, other.id]);
    });

    test('The Actions of Tasks, and the Tasks of Actions, are read in the given order', async () => {
      const { lists, stage, ledger } = listed();
      const [one, two] = [await stage({}), await stage({})];
      const key = someKey('approval-request');
      const task = someTask(two);
      await ledger.record(key, someRecord(key), { put: 'Task', row: task });
      const { actionId: _none, ...judged } = someTask(someAction());
      expect(await lists.actionsOf([task, judged, someTask(one), someTask(someAction())])).toEqual([
        two,
        undefined,
        one,
        undefined,
      ]);
      expect(await lists.tasksOf([one, two])).toEqual([undefined, task]);
      expect(await lists.tasksOf([])).toEqual([]);
    });

    test('The texts of cases are read from their rows and from the content store; an erased or missing text is undefined', async () => {
      const { lists, database, content } = listed();
      const small = someAttachment(`{"case":"${newUuid()}"}`);
      const large = someAttachment(`{"case":"${newUuid()}${'x'.repeat(sizeLimits.rowBytes)}"}`);
      const erased = someAttachment(`{"case":"${newUuid()}"}`);
      await keepAttachments(database, content, [small]);
      await keepAttachments(database, content, [large]);
      await database.write([{ put: { ...attachmentItem(erased), text: erasedText }, in: 'actions' }]);
      const aside = sha256(newUuid());
      await content.put('payloads', aside, Buffer.from(erasedText));
      const hashes = [large.hash, small.hash, erased.hash, erasedHash, sha256(newUuid()), small.hash, aside];
      expect(await lists.texts(hashes)).toEqual([
        large.text,
        small.text,
        undefined,
        undefined,
        undefined,
        small.text,
        undefined,
      ]);
    });
  });
}
