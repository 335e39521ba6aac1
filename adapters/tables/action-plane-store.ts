import type { Action } from '../../contract/rows/action.ts';
import type { ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import type { Store } from '../../contract/platform/functions.ts';
import type { ActionPlaneStore, Transition } from '../../contract/rows/action-plane-store.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';
import { erasedFailure, erasedHash, erasedText, noContent, readAside } from './aside.ts';
import { keepAttachments } from './attachments.ts';
import type { Database, Item, Write } from './database.ts';
import { reading } from './faults.ts';
import { optionalText, rowOf, itemText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { putObject } from './object-item.ts';
import { persist } from './persist.ts';
import {
  attachmentKey,
  isAttachmentKey,
  moveActionRow,
  moveTaskRow,
  putAction,
  putDecision,
  undecidedPartition,
} from './rows.ts';

/** More attempts than a state machine ever makes for one wait. */
const triesOfAWait = 1000;

export function actionPlaneStore(
  database: Database,
  content: ContentStore = noContent,
  now = Date.now,
): ActionPlaneStore {
  const get = (table: Store, pk: string): Promise<Item | undefined> =>
    reading('dependency.unavailable', database.get(table, pk));
  const row = async <T>(table: Store, pk: string): Promise<T | undefined> => {
    const item = await get(table, pk);
    return item === undefined ? undefined : rowOf<T>(item);
  };
  return {
    action: async (id) => (isAttachmentKey(id) ? undefined : row<Action>('actions', id)),
    task: (id) => row<Task>('tasks', id),
    decision: (id) => row<Decision>('decisions', id),

    async attachment(hash) {
      if (hash === erasedHash) throw erasedFailure('the content of the Action');
      const item = await get('actions', attachmentKey(hash));
      if (item === undefined) return readAside(content, 'payloads', hash);
      const text = itemText(item, 'text');
      if (text === erasedText) throw erasedFailure('the content of the Action');
      return text;
    },

    async apply(transition) {
      await keepAttachments(database, content, transition.staged?.attachments ?? []);
      const answer = await persist(database, writesOf(transition), () => mustBeInTime(transition, now()));
      if (answer.written) return 'applied';
      // If the stored event is ours, an earlier attempt succeeded and its answer was lost.
      const event = answer.failed.find(({ index }) => index === 0)?.stands;
      const own = event !== undefined && optionalText(event, 'eventId') === transition.event.eventId;
      return own ? 'applied' : 'moved';
    },

    async storeToken(id, { wait, attempt }, token) {
      const tokenTry = wait * triesOfAWait + attempt;
      const answer = await persist(database, [
        {
          update: id,
          in: 'tasks',
          set: { token, tokenWait: wait, tokenTry },
          // A token that arrives late never replaces the token of a later wait or of a later attempt of the same wait.
          if: { is: 'at most', attribute: 'tokenTry', value: tokenTry, stands: true },
        },
      ]);
      const item = answer.written ? answer.item : answer.failed[0]?.stands;
      return item === undefined ? undefined : rowOf<Task>(item);
    },

    async token(id) {
      const item = await get('tasks', id);
      const token = item === undefined ? undefined : optionalText(item, 'token');
      return token === undefined ? undefined : { wait: Number(item?.['tokenWait']), token };
    },

    async undecidedPast({ before, after, limit }) {
      const asked = {
        in: 'actions',
        index: 'byEnd',
        partition: undecidedPartition,
        below: before,
        ...(after === undefined ? {} : { after }),
        limit,
      } as const;
      const items = await reading('dependency.unavailable', database.query(asked));
      return items.map((item) => ({ id: itemText(item, 'pk'), endsAt: itemText(item, 'endsAt') }));
    },

    async postpone(id, until) {
      const isUndecided = { is: 'equal', attributes: { waits: undecidedPartition } } as const;
      await persist(database, [{ update: id, in: 'actions', set: { endsAt: until }, if: isUndecided }]);
    },
  };
}

function mustBeInTime({ before }: Transition, atMillis: number): void {
  if (before === undefined || atMillis < Date.parse(before)) return;
  throw new Failure('task.decided', `the Task was due at ${before}`);
}

/**
 * Returns the writes of a transition. The event is the first, because only the event shows if an earlier attempt of
 * this transaction succeeded.
 */
function writesOf({ event, action, task, decision, object, staged, undone }: Transition): readonly Write[] {
  for (const move of [action, task, undone]) {
    // Each step must raise the version by one. Otherwise the conditions of two steps from the same version could both
    // hold, one after the other.
    if (move !== undefined && (move.to.id !== move.from.id || move.to.version !== move.from.version + 1)) {
      throw new Failure('internal', 'a transition must raise the version of its row by one');
    }
  }
  return [
    { put: eventItem(event), in: 'ledger', if: { is: 'absent' } },
    ...(action === undefined ? [] : [moveActionRow(action.from, action.to)]),
    ...(task === undefined ? [] : [moveTaskRow(task.from, task.to)]),
    ...(decision === undefined ? [] : [putDecision(decision)]),
    ...(object === undefined ? [] : putObject(object)),
    ...(staged === undefined ? [] : [putAction(staged.row)]),
    ...(undone === undefined
      ? []
      : [
          moveActionRow(undone.from, undone.to),
          { put: eventItem(undone.event), in: 'ledger', if: { is: 'absent' } } as const,
        ]),
  ];
}
