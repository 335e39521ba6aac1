import type { DynamoDBBatchResponse, DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { RefusedNotification } from '../../../adapters/aws/notifications.ts';
import { ownEventId } from '../../../contract/dispatch/keys.ts';
import { Failure } from '../../../contract/failures.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { Notification } from '../../../contract/rows/notification.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { thenNotify, type NotifyDependencies } from '../../../lambdas/action-plane/approval-start/notify.ts';
import { sendWaiting } from '../../../lambdas/action-plane/approval-start/send-waiting.ts';
import { someAction, someTask } from '../../support/rows.ts';

const uuidOf = (n: number): string => `0199c1a0-7a7e-7c00-8000-${String(n).padStart(12, '0')}`;
const pairs = Array.from({ length: 14 }, () => {
  const action = someAction();
  return { action, task: someTask(action) };
});

/** Returns the record of a Task that was opened: two notifications. */
const opened = (n: number): DynamoDBRecord => {
  const { action, task } = pairs[n] ?? {};
  const event = {
    kind: 'transition',
    eventId: ownEventId('approval-verify', uuidOf(n)),
    at: '2026-03-02T09:00:00.000Z',
    actionId: action?.id,
    taskId: task?.id,
    from: 'staged',
    to: 'pending',
    taskFrom: 'requested',
    taskTo: 'open',
  };
  return recordOf(n, JSON.stringify(event));
};
const recordOf = (n: number, event: string): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(n), NewImage: { event: { S: event }, eventId: { S: `event-${n}` } } },
});

interface Options {
  readonly refuse?: (id: string) => Omit<RefusedNotification, 'id'> | undefined;
  readonly down?: boolean;
  /** True if the queue of retries is away too. */
  readonly full?: boolean;
  readonly read?: (id: string) => void;
  readonly handled?: DynamoDBBatchResponse;
}

function subscribed({ refuse, down, full, read, handled = { batchItemFailures: [] } }: Options = {}) {
  const published: (readonly Notification[])[] = [];
  const [logged, counted, kept, asked]: [string[], number[], string[], number[]] = [[], [], [], []];
  const row = <Row extends { readonly id: string }>(rows: readonly Row[]) => {
    return async (id: string): Promise<Row | undefined> => {
      read?.(id);
      return rows.find((one) => one.id === id);
    };
  };
  const dependencies: NotifyDependencies = {
    store: {
      action: row<Action>(pairs.map(({ action }) => action)),
      task: row<Task>(pairs.map(({ task }) => task)),
    },
    notifications: {
      publish: async (some) => {
        asked.push(some.length);
        if (down === true) throw new Failure('dependency.unavailable', 'planned');
        published.push(some);
        return some.flatMap(({ id }) => {
          const refused = refuse?.(id);
          return refused === undefined ? [] : [{ id, ...refused }];
        });
      },
    },
    waiting: {
      add: async (some) => {
        if (full === true) throw new Failure('dependency.unavailable', 'planned');
        kept.push(...some.map(({ id }) => id));
      },
    },
    failed: (_, id) => void logged.push(id),
    setAside: () => void counted.push(1),
  };
  const handle = thenNotify(async () => handled, dependencies);
  return {
    published,
    logged,
    counted,
    kept,
    asked,
    dependencies,
    deliver: (...Records: DynamoDBRecord[]) => handle({ Records }),
  };
}

const againFrom = (...sequences: number[]) => ({
  batchItemFailures: sequences.map((one) => ({ itemIdentifier: String(one) })),
});
const idsOf = (n: number) => [`${uuidOf(n)}-action`, `${uuidOf(n)}-task`];

const waitingRecord = (messageId: string, notification: Notification): SQSRecord => ({
  messageId,
  receiptHandle: '',
  body: JSON.stringify(notification),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: 'eu-central-1',
});
const waits = (n: number): Notification => ({
  id: `${uuidOf(n)}-task`,
  at: '2026-03-02T09:00:00.000Z',
  event: 'task.open',
  from: 'requested',
  to: 'open',
  kind: 'kind.reserve-change',
  taskId: `task-${n}`,
});

describe('Notifications that wait in the queue', () => {
  it('A waiting notification is published as it is, and once if the queue delivers it twice', async () => {
    const { dependencies, published } = subscribed();
    const Records = [waitingRecord('m1', waits(1)), waitingRecord('m2', waits(2)), waitingRecord('m3', waits(1))];
    expect(await sendWaiting(dependencies)({ Records })).toEqual({ batchItemFailures: [] });
    expect(published).toEqual([[waits(1), waits(2)]]);
  });

  it('If one fails again, it alone goes back to the queue; if it can never be published, it is counted and gone', async () => {
    const refuse = (id: string) =>
      id === waits(1).id ? { code: 'InternalError', isLasting: false } : { code: 'InvalidParameter', isLasting: true };
    const { dependencies, counted } = subscribed({ refuse });
    const Records = [waitingRecord('m1', waits(1)), waitingRecord('m2', waits(2)), waitingRecord('m3', waits(1))];
    expect(await sendWaiting(dependencies)({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm3' }],
    });
    expect(counted).toHaveLength(1);
  });

  it('If nothing answers, all go back to the queue', async () => {
    const { dependencies } = subscribed({ down: true });
    const Records = [waitingRecord('m1', waits(1)), waitingRecord('m2', waits(2))];
    expect(await sendWaiting(dependencies)({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }],
    });
  });
});

describe('Notifications from the ledger’s stream', () => {
  it('The transitions of a batch are published in order, ten at once', async () => {
    const { published, deliver } = subscribed();
    expect(await deliver(...[0, 1, 2, 3, 4, 5].map(opened))).toEqual(againFrom());
    expect(published.map((one) => one.length)).toEqual([10, 2]);
    expect(published.flat().map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5].flatMap(idsOf));
    expect(published.flat()[1]).toMatchObject({
      event: 'task.open',
      queue: 'queue.reserves',
      kind: 'kind.reserve-change',
    });
  });

  it('If the topic or the bus does not answer, the notifications wait in the queue, and the stream goes on, so that approvals start', async () => {
    const { deliver, kept, logged, counted } = subscribed({ down: true });
    expect(await deliver(opened(0), opened(1))).toEqual(againFrom());
    expect([kept, logged, counted]).toEqual([[0, 1].flatMap(idsOf), [idsOf(0)[0]], []]);
  });

  it('After a request that nothing answered, the other notifications of the batch go to the queue at once, so that the function does not run out of time', async () => {
    const { deliver, kept, asked } = subscribed({ down: true });
    expect(await deliver(...[0, 1, 2, 3, 4, 5].map(opened))).toEqual(againFrom());
    expect([asked.length, kept]).toEqual([1, [0, 1, 2, 3, 4, 5].flatMap(idsOf)]);
  });

  it('If the queue does not take them either, the stream delivers from the first record again', async () => {
    const { deliver, published, logged } = subscribed({ down: true, full: true });
    expect(await deliver(opened(0), opened(1))).toEqual(againFrom(0));
    expect([published, logged]).toEqual([[], [idsOf(0)[0], idsOf(0)[0]]]);
  });

  it('If one notification fails temporarily, it alone waits in the queue, and the later ones are published', async () => {
    const refuse = (id: string) => (id === idsOf(3)[1] ? { code: 'ThrottlingException', isLasting: false } : undefined);
    const { deliver, published, kept } = subscribed({ refuse });
    expect(await deliver(...[0, 1, 2, 3, 4, 5].map(opened))).toEqual(againFrom());
    expect([kept, published.length]).toEqual([[idsOf(3)[1]], 2]);
  });

  it('If one notification can never be published, it alone is logged and counted, and the stream goes on', async () => {
    const refuse = (id: string) => (id === idsOf(3)[1] ? { code: 'InvalidParameter', isLasting: true } : undefined);
    const { deliver, published, logged, counted } = subscribed({ refuse });
    expect(await deliver(...[0, 1, 2, 3, 4, 5].map(opened))).toEqual(againFrom());
    expect([logged, counted.length, published.flat().length]).toEqual([[idsOf(3)[1]], 1, 12]);
  });

  it('If a record cannot be read as an event, it alone is logged and counted, and the others are published', async () => {
    const { deliver, published, logged, counted } = subscribed();
    expect(await deliver(opened(0), recordOf(1, '{"kind":'), opened(2))).toEqual(againFrom());
    expect([logged, counted.length]).toEqual([['event-1'], 1]);
    expect(published.flat().map(({ id }) => id)).toEqual([0, 2].flatMap(idsOf));
  });

  it('If a row cannot be read now, the records before it are published, and the stream delivers the others again', async () => {
    const read = (id: string): void => {
      if (id === pairs[1]?.action.id) throw new Failure('dependency.unavailable', 'planned');
    };
    const { deliver, published } = subscribed({ read });
    expect(await deliver(opened(0), opened(1), opened(2))).toEqual(againFrom(1));
    expect(published.flat().map(({ id }) => id)).toEqual(idsOf(0));
  });

  it('A record that the stream delivers again is published only then, so that it is not told at each attempt', async () => {
    const { deliver, published } = subscribed({ handled: againFrom(1) });
    expect(await deliver(opened(0), opened(1), opened(2))).toEqual(againFrom(1));
    expect(published.flat().map(({ id }) => id)).toEqual(idsOf(0));
  });

  it('The removal of an expired item tells nobody', async () => {
    const { deliver, published } = subscribed();
    expect(await deliver({ ...opened(0), eventName: 'REMOVE' })).toEqual(againFrom());
    expect(published).toEqual([]);
  });
});
