import type { EventBridgeClient, PutEventsCommand, PutEventsResponse } from '@aws-sdk/client-eventbridge';
import type { PublishBatchCommand, PublishBatchResponse, SNSClient } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import type { SendMessageBatchCommand, SendMessageBatchResult, SQSClient } from '@aws-sdk/client-sqs';
import { waitingNotifications } from '../../../adapters/aws/waiting-notifications.ts';
import { notifications } from '../../../adapters/aws/notifications.ts';
import type { Notification } from '../../../contract/rows/notification.ts';

const some = (n: number): Notification => ({
  id: `0199c1a0-7a7e-7c00-8000-00000000000${n}-task`,
  at: '2026-03-02T09:00:00.000Z',
  event: 'task.open',
  from: 'requested',
  to: 'open',
  kind: 'action.reserve.change',
  queue: 'queue.claims-approvals',
  actionId: `act-${n}`,
  taskId: `task-${n}`,
});

interface Answers {
  readonly sns?: PublishBatchResponse | Error;
  readonly bus?: PutEventsResponse | Error;
}

/** Makes the port over two services that answer as planned, and keeps the requests that they get. */
function over({ sns = {}, bus = { Entries: [{ EventId: '1' }, { EventId: '2' }] } }: Answers = {}) {
  const [messages, entries]: [PublishBatchCommand['input'][], PutEventsCommand['input'][]] = [[], []];
  const answer = async <T>(planned: T | Error): Promise<T> => {
    if (planned instanceof Error) throw planned;
    return planned;
  };
  const topics = {
    send: (command: PublishBatchCommand) => (messages.push(command.input), answer(sns)),
  } as unknown as SNSClient;
  const buses = {
    send: (command: PutEventsCommand) => (entries.push(command.input), answer(bus)),
  } as unknown as EventBridgeClient;
  return { messages, entries, port: notifications({ topics, topicArn: 'arn:topic', buses, bus: 'bus' }) };
}

describe('The topic and the event bus', () => {
  it('A message has the queue, the kind and the event as attributes, and the notification as its body', async () => {
    const { messages, port } = over();
    expect(await port.publish([some(1), some(2)])).toEqual([]);
    const [entry] = messages[0]?.PublishBatchRequestEntries ?? [];
    expect(messages[0]?.TopicArn).toBe('arn:topic');
    expect(entry?.MessageAttributes).toEqual({
      queue: { DataType: 'String', StringValue: 'queue.claims-approvals' },
      kind: { DataType: 'String', StringValue: 'action.reserve.change' },
      event: { DataType: 'String', StringValue: 'task.open' },
    });
    const { default: body, email } = JSON.parse(entry?.Message ?? '') as { default: string; email: string };
    expect(JSON.parse(body)).toEqual(some(1));
    expect(email).toContain('npx logic-plane tasks show task-1');
    expect(entry?.MessageStructure).toBe('json');
  });

  it('An Action without a Task has no queue, so the message has no such attribute', async () => {
    const { messages, port } = over();
    const { queue: _, taskId: __, ...action } = some(1);
    await port.publish([{ ...action, event: 'action.staged', to: 'staged' }]);
    const [entry] = messages[0]?.PublishBatchRequestEntries ?? [];
    expect(Object.keys(entry?.MessageAttributes ?? {})).toEqual(['kind', 'event']);
    expect(entry?.Subject).toBe('action.staged action.reserve.change');
  });

  it('An event on the bus is typed by its transition, and has the notification as its detail', async () => {
    const { entries, port } = over();
    await port.publish([some(1), some(2)]);
    const [entry] = entries[0]?.Entries ?? [];
    expect(entry).toMatchObject({ EventBusName: 'bus', Source: 'logic-plane', DetailType: 'task.open' });
    expect(JSON.parse(entry?.Detail ?? '')).toEqual(some(1));
    expect(entry?.Time).toEqual(new Date('2026-03-02T09:00:00.000Z'));
  });

  it('Without a notification, no request is sent', async () => {
    const { messages, entries, port } = over();
    expect([await port.publish([]), messages, entries]).toEqual([[], [], []]);
  });

  it.each([
    ['the topic', { sns: new Error('planned') }],
    ['the bus', { bus: new Error('planned') }],
  ])('If %s does not accept the request, an error is thrown that repeats no message', async (_, answers: Answers) => {
    await expect(over(answers).port.publish([some(1)])).rejects.toMatchObject({
      code: 'dependency.unavailable',
      message: expect.not.stringContaining('planned') as string,
    });
  });

  it('A message that the topic refuses is named; it is refused for good if the sender is at fault', async () => {
    const failed = (n: number, Code: string, SenderFault: boolean) => ({ Id: some(n).id, Code, SenderFault });
    const { port } = over({
      sns: { Failed: [failed(1, 'InternalError', false), failed(2, 'InvalidParameter', true)] },
    });
    expect(await port.publish([some(1), some(2)])).toEqual([
      { id: some(1).id, code: 'InternalError', isLasting: false },
      { id: some(2).id, code: 'InvalidParameter', isLasting: true },
    ]);
  });

  it('An event that the bus refuses is named; throttling and internal errors are temporary, and so is an answer that names no error', async () => {
    const entries = [{ ErrorCode: 'ThrottlingException' }, { ErrorCode: 'MalformedDetail' }];
    expect(await over({ bus: { Entries: entries } }).port.publish([some(1), some(2)])).toEqual([
      { id: some(1).id, code: 'ThrottlingException', isLasting: false },
      { id: some(2).id, code: 'MalformedDetail', isLasting: true },
    ]);
    expect(await over({ bus: {} }).port.publish([some(1)])).toEqual([
      { id: some(1).id, code: 'unknown', isLasting: false },
    ]);
  });
});

describe('The queue of notifications that could not be published', () => {
  function queueOf(answer: Partial<SendMessageBatchResult> | Error) {
    const sent: SendMessageBatchCommand['input'][] = [];
    const client = {
      send: async (command: SendMessageBatchCommand) => {
        sent.push(command.input);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    } as unknown as SQSClient;
    return { sent, port: waitingNotifications(client, 'https://queue') };
  }

  it('Each notification is a message of its own', async () => {
    const { sent, port } = queueOf({ Failed: [] });
    await port.add([some(1), some(2)]);
    expect(sent[0]?.QueueUrl).toBe('https://queue');
    expect(sent[0]?.Entries?.map(({ MessageBody = '' }) => JSON.parse(MessageBody) as unknown)).toEqual([
      some(1),
      some(2),
    ]);
  });

  it('If the queue does not answer or takes only some of them, an error is thrown', async () => {
    const failed = { Failed: [{ Id: some(1).id, Code: 'InternalError', SenderFault: false }] };
    for (const answer of [new Error('planned'), failed])
      await expect(queueOf(answer).port.add([some(1), some(2)])).rejects.toMatchObject({
        code: 'dependency.unavailable',
      });
  });
});
