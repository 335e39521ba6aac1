import type { AuditEvent } from '../contract/audit.ts';
import { Failure } from '../contract/failures.ts';
import { actionStates, type Action } from '../contract/rows/action.ts';
import type { Notification, NotifiedEvent } from '../contract/rows/notification.ts';
import type { Task } from '../contract/rows/task.ts';
import { warned } from './warn.ts';

/** A row that is new, or whose version a transition raised. */
export interface RowChange {
  readonly of: 'action' | 'task';
  readonly id: string;
  readonly from?: string;
  readonly to: string;
}

/** An item of the ledger: its event and, if a call put an Action or a Task, this row. */
export interface LedgerEntry {
  readonly event: AuditEvent;
  readonly put?: { readonly effect: string; readonly id: string };
}

/** Returns the Actions and Tasks that changed with an item of the ledger. Empty if none changed. */
export function changesIn({ event, put }: LedgerEntry): readonly RowChange[] {
  if (put?.effect === 'Action') return [{ of: 'action', id: put.id, to: 'staged' }];
  if (put?.effect === 'Task') return [{ of: 'task', id: put.id, to: 'requested' }];
  if (event.kind !== 'transition' && event.kind !== 'decision') return [];
  const { actionId, taskId, from, to, taskFrom, taskTo } = event;
  return [
    // If only the Task changed, `from` is its state. No Action has a state from which a Task can change.
    ...(isActionState(from) ? changeOf('action', { id: actionId, from, to }) : []),
    ...changeOf('task', { id: taskId, from: taskFrom, to: taskTo }),
    ...stagedBy(event),
  ];
}

const isActionState = (text: string | undefined): boolean => (actionStates as readonly unknown[]).includes(text);

interface Move {
  readonly id: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const changeOf = (of: RowChange['of'], { id, from, to }: Move): readonly RowChange[] =>
  id === undefined || from === undefined || to === undefined ? [] : [{ of, id, from, to }];

/** A compensation is staged by a Decision about the Action that it undoes. The id of the Decision contains its own id. */
function stagedBy(event: AuditEvent): readonly RowChange[] {
  if (event.kind !== 'decision' || event.decisionKind !== 'action.compensation') return [];
  const [, id] = event.decisionId.split('#');
  return id === undefined ? [] : [{ of: 'action', id, to: 'staged' }];
}

/** The Action and the Task that a change is about, as they are now. */
export interface ChangedRows {
  readonly action?: Action | undefined;
  readonly task?: Task | undefined;
}

/**
 * Returns what subscribers are told about a change. The kind and the queue come from the rows.
 * @throws Failure `action.unknown` if the rows name no kind
 */
export function notificationOf(event: AuditEvent, { of, from, to }: RowChange, rows: ChangedRows): Notification {
  const { action, task } = rows;
  const { eventId, at } = event;
  return {
    id: `${uuidOf(eventId)}-${from === undefined ? 'new' : of}`,
    at,
    event: isWarning(event) ? warned : (`${of}.${to}${from === to ? '.again' : ''}` as NotifiedEvent),
    ...(from === undefined ? {} : { from }),
    to,
    kind: kindOf(rows),
    ...(action && { actionId: action.id }),
    ...(task && { queue: task.queue, taskId: task.id }),
  };
}

const isWarning = (event: AuditEvent): boolean => event.kind === 'transition' && event.reason === warned;

function kindOf({ action, task }: ChangedRows): string {
  const kind = action?.kind ?? task?.decision?.tool;
  if (kind === undefined) throw new Failure('action.unknown', 'the Action of the event does not exist');
  return kind;
}

/** The id of an event contains a hash that somebody could guess. Its uuid alone is told. */
const uuidOf = (eventId: string): string => eventId.slice(-36);
