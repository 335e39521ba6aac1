import { PutEventsCommand, type EventBridgeClient, type PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import { PublishBatchCommand, type BatchResultErrorEntry, type SNSClient } from '@aws-sdk/client-sns';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { Notification } from '../../contract/rows/notification.ts';

export interface Notifications {
  /**
   * Publishes notifications to the topic and to the event bus. Both may deliver a notification more than once.
   * @param some at most `mostAtOnce`, each with another id
   * @returns those that the topic or the bus refused
   * @throws Failure `dependency.unavailable` if the topic or the bus did not accept the request
   */
  publish(some: readonly Notification[]): Promise<readonly RefusedNotification[]>;
}

export interface RefusedNotification {
  readonly id: string;
  /** The code that the service gave. */
  readonly code: string;
  /** True if the service would refuse the notification each time. */
  readonly isLasting: boolean;
}

/** The most notifications in one request (Amazon SNS PublishBatch, Amazon EventBridge PutEvents). */
export const mostAtOnce = 10;

/** The source of the events on the bus. */
export const eventSource = 'logic-plane';

export interface NotificationTargets {
  readonly topics: SNSClient;
  readonly topicArn: string;
  readonly buses: EventBridgeClient;
  readonly bus: string;
}

export const notifications = ({ topics, topicArn, buses, bus }: NotificationTargets): Notifications => ({
  async publish(some) {
    if (some.length === 0) return [];
    const [published, put] = await Promise.allSettled([
      topics.send(new PublishBatchCommand({ TopicArn: topicArn, PublishBatchRequestEntries: some.map(messageOf) })),
      buses.send(new PutEventsCommand({ Entries: some.map((one) => entryOf(one, bus)) })),
    ]);
    if (published.status === 'rejected') throw unavailable('topic', published.reason);
    if (put.status === 'rejected') throw unavailable('event bus', put.reason);
    return [...(published.value.Failed ?? []).map(ofMessage), ...refusedEntries(some, put.value.Entries ?? [])];
  },
});

const messageOf = (one: Notification) => ({
  Id: one.id,
  Subject: `${one.event} ${one.queue ?? one.kind}`.slice(0, 100),
  MessageStructure: 'json',
  Message: JSON.stringify({ default: canonicalJson(one), email: letterOf(one) }),
  MessageAttributes: Object.fromEntries(
    (['queue', 'kind', 'event'] as const).flatMap((name) => {
      const value = one[name];
      return value === undefined ? [] : [[name, { DataType: 'String', StringValue: value }] as const];
    }),
  ),
});

/** Returns the text for people who subscribed with an address. */
function letterOf({ event, kind, queue, taskId, actionId }: Notification): string {
  const [of] = event.split('.');
  const show = of === 'task' ? `tasks show ${taskId}` : `actions show ${actionId}`;
  return [
    event,
    '',
    ...(queue === undefined ? [] : [`Queue: ${queue}`]),
    `Kind: ${kind}`,
    ...(taskId === undefined ? [] : [`Task: ${taskId}`]),
    ...(actionId === undefined ? [] : [`Action: ${actionId}`]),
    '',
    `Sign in to see more: open the console, or run npx logic-plane ${show}`,
  ].join('\n');
}

const entryOf = (one: Notification, bus: string) => ({
  EventBusName: bus,
  Source: eventSource,
  DetailType: one.event,
  Detail: canonicalJson(one),
  Time: new Date(one.at),
});

const ofMessage = ({ Id, Code, SenderFault }: BatchResultErrorEntry): RefusedNotification => ({
  id: Id ?? '',
  code: Code ?? 'unknown',
  isLasting: SenderFault === true,
});

/** The errors of an entry that another attempt can avoid (Amazon EventBridge API reference, PutEventsResultEntry). */
const temporary = new Set(['ThrottlingException', 'InternalFailure', 'InternalException']);

/** The bus answers in the order of the request. An entry without an event id was not put. */
const refusedEntries = (
  some: readonly Notification[],
  entries: readonly PutEventsResultEntry[],
): readonly RefusedNotification[] =>
  some.flatMap(({ id }, i) => {
    const { EventId, ErrorCode = 'unknown' } = entries[i] ?? {};
    const isKnown = ErrorCode !== 'unknown' && !temporary.has(ErrorCode);
    return EventId === undefined ? [{ id, code: ErrorCode, isLasting: isKnown }] : [];
  });

const unavailable = (what: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the ${what} did not accept the notifications: ${error instanceof Error ? error.name : 'unknown'}`,
    { cause: error },
  );
