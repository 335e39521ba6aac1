import { describe, expect, test } from 'vitest';
import { threads } from '../../../adapters/tables/threads.ts';
import type { ThreadEvent } from '../../../contract/audit.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import type { ThreadEntry } from '../../../contract/rows/thread.ts';
import { codeOf, opener, type OpenStores } from './under-test.ts';

const by = { kind: 'human', id: 'sub-approver-1', name: 'approver-1' } as const;
const at = '2026-03-02T09:00:00.000Z';

export function threadLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  const entryOf = (taskId: string, number: number, text: string): readonly [ThreadEntry, ThreadEvent] => [
    { taskId, number, kind: 'comment', by, at, text },
    {
      kind: 'thread',
      eventId: ownEventId('threads', newUuid()),
      at,
      actor: by,
      release: 'release-1',
      taskId,
      entry: number,
      step: 'comment',
    },
  ];
  describe(`Threads ${name}`, () => {
    test('The entries of a Task are read in the order of their numbers, and those of another Task are not', async () => {
      const store = threads(opened().database);
      const taskId = `task-${newUuid()}`;
      const added = [1, 2, 3].map((number) => entryOf(taskId, number, `text ${number}`));
      for (const [entry, event] of added) expect(await store.add(entry, event)).toBe('added');
      expect(await store.read(taskId)).toEqual(added.map(([entry]) => entry));
      expect(await store.read(`task-${newUuid()}`)).toEqual([]);
    });

    test('A number has one entry: a second one is not written, and neither is its event', async () => {
      const { database } = opened();
      const store = threads(database);
      const taskId = `task-${newUuid()}`;
      const [first, second] = [entryOf(taskId, 1, 'first'), entryOf(taskId, 1, 'second')];
      expect(await store.add(...first)).toBe('added');
      expect(await store.add(...second)).toBe('taken');
      expect(await store.read(taskId)).toEqual([first[0]]);
    });

    test('If the answer of a write is lost and the write comes again, the entry is added once', async () => {
      const { database, failCall } = opened();
      const store = threads(database);
      const [entry, event] = entryOf(`task-${newUuid()}`, 1, 'a');
      failCall(0, 'lost');
      expect(await store.add(entry, event)).toBe('added');
      expect(await store.add(entry, event)).toBe('added');
      expect(await store.read(entry.taskId)).toEqual([entry]);
    });

    test('A read that fails says so, and never looks like an empty thread', async () => {
      const { database, failAll } = opened();
      failAll('throttled');
      expect(await codeOf(threads(database).read('task-1'))).toBe('dependency.unavailable');
    });
  });
}
