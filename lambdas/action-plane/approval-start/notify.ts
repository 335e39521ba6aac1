import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import {
  changesIn,
  notificationOf,
  type RowChange,
  type ChangedRows,
  type LedgerEntry,
} from '../../../action-plane/notifications.ts';
import { mostAtOnce, type Notifications } from '../../../adapters/aws/notifications.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Notification } from '../../../contract/rows/notification.ts';
import { isLasting } from '../../lasting-failure.ts';

export interface NotifyDependencies {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action'>;
  readonly notifications: Notifications;
  /** Logs a notification that failed, each time. */
  readonly failed: (error: unknown, id: string) => void;
  /** Counts a notification that was set aside. An alarm watches the count. */
  readonly setAside: () => void;
}

type OnStream = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** A notification, and the sequence number of the record that it is about. */
interface Sent {
  readonly sequence: string;
  readonly notification: Notification;
}

/**
 * Handles the records of a batch, and then tells subscribers about their transitions, in order. A record that the
 * stream delivers again is told when it comes again. If telling fails temporarily, the stream delivers that record and
 * all later ones again, for as long as it keeps them. A notification that can never be sent is logged and counted, and
 * the later ones are sent.
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
  for (let i = 0; i < sent.length; i += mostAtOnce) {
    const failedAt = await publish(dependencies, sent.slice(i, i + mostAtOnce));
    if (failedAt !== undefined) return failedAt;
  }
  return again;
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

/** Returns the sequence number of the first record that must come again. */
async function publish(
  { notifications, failed, setAside }: NotifyDependencies,
  sent: readonly Sent[],
): Promise<string | undefined> {
  const again = new Set<string>();
  try {
    for (const { id, code, isLasting: lasts } of await notifications.publish(sent.map((one) => one.notification))) {
      failed(refusal(code), id);
      if (lasts) setAside();
      else again.add(id);
    }
  } catch (error) {
    const [first] = sent;
    failed(error, first?.notification.id ?? '');
    return first?.sequence;
  }
  return sent.find(({ notification }) => again.has(notification.id))?.sequence;
}

/** The log has the names of an error and of its cause, so the code of the service is the name of the cause. */
const refusal = (code: string): Failure =>
  new Failure('internal', 'the notification was refused', { cause: Object.assign(new Error(code), { name: code }) });

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
