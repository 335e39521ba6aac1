import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import {
  changesIn,
  notificationOf,
  type RowChange,
  type ChangedRows,
  type LedgerEntry,
} from '../../../action-plane/notifications.ts';
import { mostAtOnce } from '../../../adapters/aws/notifications.ts';
import type { WaitingNotifications } from '../../../adapters/aws/waiting-notifications.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Notification } from '../../../contract/rows/notification.ts';
import { isLasting } from '../../lasting-failure.ts';
import { send, type SendNotifications } from './send.ts';

export interface NotifyDependencies extends SendNotifications {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action'>;
  /** The queue of notifications that could not be published. */
  readonly waiting: WaitingNotifications;
}

type OnStream = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** A notification, and the sequence number of the record that it is about. */
interface Sent {
  readonly sequence: string;
  readonly notification: Notification;
}

/**
 * Handles the records of a batch, and then tells subscribers about their transitions, in order. A record that the
 * stream delivers again is told when it comes again. A notification that fails waits in a queue and is tried again for a
 * day. Only if the queue does not take it either, the stream delivers its record and all later ones again.
 */
export const thenNotify =
  (handle: OnStream, dependencies: NotifyDependencies): OnStream =>
  async (event) => {
    const { batchItemFailures } = await handle(event);
    const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const end = event.Records.findIndex((record) => again.has(sequenceOf(record)));
    const from = await notifyAll(dependencies, end === -1 ? event.Records : event.Records.slice(0, end));
    return {
      batchItemFailures: [...batchItemFailures, ...(from === undefined ? [] : [{ itemIdentifier: from }])],
    };
  };

/**
 * Sends the notifications of records. Returns the sequence number of the record from which the stream must deliver
 * again; undefined if all are sent or set aside.
 */
async function notifyAll(
  dependencies: NotifyDependencies,
  records: readonly DynamoDBRecord[],
): Promise<string | undefined> {
  const { sent, again } = await collect(dependencies, records);
  let isAway = false;
  for (let i = 0; i < sent.length; i += mostAtOnce) {
    const part = sent.slice(i, i + mostAtOnce);
    const some = part.map(({ notification }) => notification);
    // A request to a silent service takes up to 16 s, and the function has 28 s. So a batch makes only one.
    const failed: readonly Notification[] = isAway ? some : await send(dependencies, some);
    isAway = failed.length === some.length;
    if (failed.length > 0 && !(await areKept(dependencies, failed)))
      return part.find(({ notification }) => failed.includes(notification))?.sequence;
  }
  return again;
}

/** Puts notifications that failed into the queue, so that they hold up nothing. Returns false if the queue failed too. */
async function areKept({ waiting, failed }: NotifyDependencies, some: readonly Notification[]): Promise<boolean> {
  try {
    await waiting.add(some);
    return true;
  } catch (error) {
    failed(error, some[0]?.id ?? '');
    return false;
  }
}

/** Makes the notifications of records, in order, up to the first record whose rows cannot be read now. */
async function collect(
  { store, failed, setAside }: NotifyDependencies,
  records: readonly DynamoDBRecord[],
): Promise<{ readonly sent: readonly Sent[]; readonly again: string | undefined }> {
  const sent: Sent[] = [];
  for (const record of records) {
    const sequence = sequenceOf(record);
    try {
      const made = await notificationsOf(store, record);
      sent.push(...made.map((notification) => ({ sequence, notification })));
    } catch (error) {
      if (!isLasting(error)) return { sent, again: sequence };
      failed(error, record.dynamodb?.NewImage?.['eventId']?.S ?? 'unknown');
      setAside();
    }
  }
  return { sent, again: undefined };
}

async function notificationsOf(
  store: NotifyDependencies['store'],
  record: DynamoDBRecord,
): Promise<readonly Notification[]> {
  const entry = entryOf(record);
  if (entry === undefined) return [];
  const made: Notification[] = [];
  for (const change of changesIn(entry)) {
    made.push(notificationOf(entry.event, change, await rowsOf(store, change, entry.event)));
  }
  return made;
}

const sequenceOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

function entryOf({ eventName, dynamodb }: DynamoDBRecord): LedgerEntry | undefined {
  const image = dynamodb?.NewImage;
  const text = image?.['event']?.S;
  if (eventName !== 'INSERT' || text === undefined) return undefined;
  const [effect, id] = [image?.['effect']?.S, image?.['effectId']?.S];
  const event = JSON.parse(text) as AuditEvent;
  return effect === undefined || id === undefined ? { event } : { event, put: { effect, id } };
}

/** Reads the Action and the Task that a change is about. */
async function rowsOf(
  store: NotifyDependencies['store'],
  { of, id }: RowChange,
  event: AuditEvent,
): Promise<ChangedRows> {
  const task = await found(store.task, of === 'task' ? id : taskOf(event, id));
  return { task, action: await found(store.action, of === 'action' ? id : task?.actionId) };
}

const found = async <Row>(read: (id: string) => Promise<Row | undefined>, id: string | undefined) =>
  id === undefined ? undefined : read(id);

/** Returns the Task that the event names beside this Action. */
const taskOf = (event: AuditEvent, actionId: string): string | undefined =>
  'taskId' in event && event.actionId === actionId ? event.taskId : undefined;
