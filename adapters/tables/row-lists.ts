import { taskId } from '../../contract/dispatch/keys.ts';
import type { Store } from '../../contract/platform/functions.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { ContentReader } from '../../contract/rows/content.ts';
import type { ActionPart, Listed, RowLists, TaskPart } from '../../contract/rows/row-lists.ts';
import type { Task } from '../../contract/rows/task.ts';
import { Failure } from '../../contract/failures.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { erasedHash, erasedText, noContent, readAside } from './aside.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { itemText, rowOf } from './item.ts';
import { mergedPage, type Merged, type MergedPage } from './merged-page.ts';
import {
  attachmentKey,
  placeOfAction,
  placeOfTask,
  progressOf,
  queuePartition,
  requesterPartition,
  type RowProgress,
} from './rows.ts';

/** The number of large texts that are read from the content store at the same time. */
const readAtOnce = 8;

/** Reads lists of Tasks and Actions. @param content needed only for the texts of cases */
export function rowLists(database: Database, content: ContentReader = noContent): RowLists {
  const items = async (store: Store, keys: readonly string[]): Promise<readonly (Item | undefined)[]> => {
    const distinct = [...new Set(keys)];
    const asked = distinct.map((pk) => ({ in: store, pk }));
    const read = await reading('dependency.unavailable', asked.length === 0 ? none : database.batchGet(asked));
    const byKey = new Map(distinct.map((pk, i) => [pk, read[i]]));
    return keys.map((pk) => byKey.get(pk));
  };
  const rows = async <R>(store: Store, keys: readonly string[]): Promise<readonly (R | undefined)[]> =>
    (await items(store, keys)).map((item) => item && rowOf<R>(item));
  const page = (merged: Merged): Promise<MergedPage> => reading('dependency.unavailable', mergedPage(database, merged));

  /** Reads the rows of a page again, because the index may still show an earlier state of a row. */
  const fresh = async <R extends Action | Task>(
    store: 'actions' | 'tasks',
    { items: found, next }: MergedPage,
    { states, place }: { readonly states: readonly string[]; readonly place: (row: R) => string },
  ): Promise<Listed<R>> => {
    const keys = found.filter((item) => states.includes(itemText(item, 'state'))).map((item) => itemText(item, 'pk'));
    const read = await rows<R>(store, keys);
    const listed = read.flatMap((row) => (row && states.includes(row.state) ? [{ row, place: place(row) }] : []));
    return { rows: listed, ...(next === undefined ? {} : { next }) };
  };

  return {
    tasks: async (part) =>
      fresh<Task>('tasks', await page({ ...spanOf(part), groups: taskGroups(part), sort: 'dueAt' }), {
        states: part.states,
        place: placeOfTask,
      }),
    waiting: async (queue, limit) => {
      const asked = { in: 'tasks', index: 'byQueue', partition: queuePartition(queue, 'open'), limit } as const;
      return (await reading('dependency.unavailable', database.query(asked))).map((item) => rowOf<Task>(item));
    },
    actions: async (part) =>
      fresh<Action>('actions', await page({ ...spanOf(part), groups: actionGroups(part), sort: 'stagedAt' }), {
        states: part.states,
        place: placeOfAction,
      }),
    actionsOf: async (tasks) => {
      const found = await rows<Action>(
        'actions',
        tasks.flatMap(({ actionId }) => actionId ?? []),
      );
      const byId = new Map(found.map((action) => [action?.id, action]));
      return tasks.map(({ actionId }) => (actionId === undefined ? undefined : byId.get(actionId)));
    },
    tasksOf: (actions) =>
      rows<Task>(
        'tasks',
        actions.map(({ id, round, taskId: present }) => present ?? taskId(id, round)),
      ),
    texts: async (hashes) => {
      const found = await items('actions', hashes.map(attachmentKey));
      const texts = new Map<Hash, string | undefined>();
      const aside: Hash[] = [];
      for (const [i, hash] of hashes.entries()) {
        const item = found[i];
        if (item) texts.set(hash, itemText(item, 'text'));
        else if (hash !== erasedHash) aside.push(hash);
      }
      for (let at = 0; at < aside.length; at += readAtOnce) {
        const some = aside.slice(at, at + readAtOnce);
        const read = await Promise.all(some.map((hash) => asideOrErased(content, hash)));
        for (const [i, hash] of some.entries()) texts.set(hash, read[i]);
      }
      return hashes.map((hash) => texts.get(hash)).map((text) => (text === erasedText ? undefined : text));
    },
  };
}

const none: Promise<readonly undefined[]> = Promise.resolve([]);

const asideOrErased = (content: ContentReader, hash: Hash): Promise<string | undefined> =>
  readAside(content, 'payloads', hash).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'result.erased') return undefined;
    throw error;
  });

const spanOf = ({ after, below, limit }: TaskPart | ActionPart) => ({
  limit,
  ...(after === undefined ? {} : { after }),
  ...(below === undefined ? {} : { below }),
});

/** Returns the partitions of waiting rows and then those of ended rows, because a row that has ended never waits again. */
const groupsOf = <P>(
  states: TaskPart['states'] | ActionPart['states'],
  of: (progress: RowProgress) => P,
): readonly P[] =>
  (['waiting', 'ended'] as const)
    .filter((progress) => states.some((state) => progressOf({ state }) === progress))
    .map(of);

function taskGroups({ of, states }: TaskPart): Merged['groups'] {
  if ('requester' in of)
    return groupsOf(states, (progress) => [
      { in: 'tasks', index: 'byRequester', partition: requesterPartition(of.requester, progress) },
    ]);
  return groupsOf(states, (progress) => {
    const some = states.filter((state) => progressOf({ state }) === progress);
    const partitions = of.queues.flatMap((queue) => some.map((state) => queuePartition(queue, state)));
    return [...new Set(partitions)].map((partition) => ({ in: 'tasks', index: 'byQueue', partition }));
  });
}

const actionGroups = ({ requester, states }: ActionPart): Merged['groups'] =>
  groupsOf(states, (progress) => [
    requester === undefined
      ? { in: 'actions', index: 'byProgress', partition: progress }
      : { in: 'actions', index: 'byRequester', partition: requesterPartition(requester, progress) },
  ]);
