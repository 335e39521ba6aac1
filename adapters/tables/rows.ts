import type { Actor } from '../../contract/authority/identity.ts';
import { waitingActionStates, type Action, type Attachment } from '../../contract/rows/action.ts';
import { waitingTaskStates, type Decision, type Task } from '../../contract/rows/task.ts';
import type { Item, Write } from './database.ts';
import { itemOf, rowText } from './item.ts';

const actionAttributes = (row: Action): Item => ({
  state: row.state,
  version: row.version,
  row: rowText(row),
  progress: progressOf(row),
  requester: requesterPartition(row.requester, progressOf(row)),
  stagedAt: placeOfAction(row),
  ...(isUndecided(row) ? { waits: undecidedPartition, endsAt: row.stagedUntil } : {}),
});

/** The partition of the index `byEnd`. Only Actions that nobody has decided are in that index. */
export const undecidedPartition = 'undecided';

const isUndecided = ({ state }: Action): boolean => state === 'staged' || state === 'pending';

export type RowProgress = 'waiting' | 'ended';

export const progressOf = ({ state }: { readonly state: Action['state'] | Task['state'] }): RowProgress =>
  [...waitingActionStates, ...waitingTaskStates].some((waiting) => waiting === state) ? 'waiting' : 'ended';

/** Returns the partition of the indexes `byRequester`. */
export const requesterPartition = ({ kind, id }: Actor, progress: RowProgress): string => `${kind}:${id}#${progress}`;

/** Returns the partition of the index `byQueue` (see `contract/platform/stores.ts`). */
export const queuePartition = (queue: string, state: Task['state']): string =>
  `${queue}#${progressOf({ state }) === 'waiting' ? 'open' : state}`;

/** Returns the place of a row in the lists that contain it. The place is unique, and no transition changes it. */
export const placeOfTask = ({ dueAt, id }: Task): string => `${dueAt}#${id}`;
export const placeOfAction = ({ stagedAt, id }: Action): string => `${stagedAt}#${id}`;

const taskAttributes = (row: Task): Item => ({
  state: row.state,
  version: row.version,
  row: rowText(row),
  queue: queuePartition(row.queue, row.state),
  requester: requesterPartition(row.requestedBy, progressOf(row)),
  dueAt: placeOfTask(row),
});

export const putAction = (row: Action): Write => ({
  put: itemOf(row.id, actionAttributes(row)),
  in: 'actions',
  if: { is: 'absent' },
});

export const putTask = (row: Task): Write => ({
  put: itemOf(row.id, taskAttributes(row)),
  in: 'tasks',
  if: { is: 'absent' },
});

const expected = ({ state, version }: Action | Task): Item => ({ state, version });

/**
 * Replaces an Action's row if it still has the version that was read. It updates the item and does not put it, so that
 * other attributes stay.
 */
export const moveActionRow = (from: Action, to: Action): Write => ({
  update: from.id,
  in: 'actions',
  set: actionAttributes(to),
  ...(isUndecided(to) ? {} : { remove: ['waits', 'endsAt'] }),
  if: { is: 'equal', attributes: expected(from) },
});

export const moveTaskRow = (from: Task, to: Task): Write => ({
  update: from.id,
  in: 'tasks',
  set: taskAttributes(to),
  if: { is: 'equal', attributes: expected(from) },
});

export const putDecision = (row: Decision): Write => ({
  put: itemOf(row.id, { kind: row.kind, row: rowText(row) }),
  in: 'decisions',
  if: { is: 'absent' },
});

export const attachmentKey = (hash: string): string => `blob#${hash}`;

/**
 * True for the key of an attachment. Attachments are in the table of Actions, and an id from a caller must not read
 * one.
 */
export const isAttachmentKey = (id: string): boolean => id.startsWith('blob#');

export const attachmentItem = ({ hash, text }: Attachment): Item => itemOf(attachmentKey(hash), { text });
