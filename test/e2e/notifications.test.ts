import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../support/eventually.ts';
import { tenantParts, resourcesOf } from './probe/deployed.ts';
import { withoutGrant } from './probe/changed-grants.ts';
import { rights } from './probe/rights.ts';
import { notifiedQueue, receivedUntil, retryAfter, subscribe, target, type NotifiedQueue } from './support/notified.ts';
import { decide, openTask, queue, type Open } from './support/reserve.ts';
import { untilState } from './support/until.ts';

const { demo, outputs } = inject('deployment');
const claim = 'CLM-2026-000071';

const notification = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  from: z.string().optional(),
  to: z.string(),
  kind: z.string(),
  queue: z.string().optional(),
  actionId: z.string(),
  taskId: z.string().optional(),
});
type Told = z.infer<typeof notification>;

const onBus = z.object({
  source: z.string(),
  'detail-type': z.string(),
  detail: notification,
});

let desk: NotifiedQueue;
let others: NotifiedQueue;
let everything: NotifiedQueue;

beforeAll(async () => {
  const run = randomUUID();
  [desk, others, everything] = [
    await notifiedQueue(`desk-${run}`),
    await notifiedQueue(`others-${run}`),
    await notifiedQueue(`bus-${run}`),
  ];
  await subscribe(desk, { queue: [queue], kind: ['action.reserve.change'], event: ['task.open', 'task.granted'] });
  await subscribe(others, { queue: ['queue.of-others'] });
  await target(everything, `all-${run}`, { source: ['logic-plane'] });
});

const of = (open: Open, told: readonly Told[]): readonly Told[] =>
  told.filter(({ actionId }) => actionId === open.actionId);
const toldIn = (all: readonly { readonly Body: string }[]): readonly Told[] =>
  all.map(({ Body }) => notification.parse(JSON.parse(Body)));
const eventsIn = (all: readonly { readonly Body: string }[]): readonly Told[] =>
  all.map(({ Body }) => {
    const { source, 'detail-type': type, detail } = onBus.parse(JSON.parse(Body));
    expect([source, type]).toEqual(['logic-plane', detail.event]);
    return detail;
  });

it('A subscribed queue gets the events that its filter names, and the bus has one event for each transition of Action and Task', async () => {
  const open = await openTask({ claim });
  expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
  await untilState(open.actionId, 'committed');
  const committed = (told: readonly Told[]): boolean =>
    of(open, told).some(({ event }) => event === 'action.committed');
  const told = of(open, eventsIn(await receivedUntil(everything, (all) => committed(eventsIn(all)))));
  // The stream is delivered at least once, so a receiver drops what has the id of an earlier event.
  const once = [...new Map(told.map((one) => [one.id, one])).values()];
  expect(once.map(({ event }) => event)).toEqual([
    'action.staged',
    'task.requested',
    'action.pending',
    'task.open',
    'action.approved',
    'task.granted',
    'action.committing',
    'action.committed',
  ]);
  const { actionId, taskId } = open;
  expect(once.at(-1)).toMatchObject({ kind: 'action.reserve.change', queue, actionId, taskId });

  const messages = await receivedUntil(desk, (all) => of(open, toldIn(all)).length >= 2);
  const ofDesk = [...new Set(of(open, toldIn(messages)).map(({ event }) => event))];
  expect(ofDesk).toEqual(['task.open', 'task.granted']);
  const attributes = messages.map(({ MessageAttributes }) => MessageAttributes);
  expect(attributes[0]).toMatchObject({
    queue: { StringValue: queue },
    kind: { StringValue: 'action.reserve.change' },
  });
  expect(await others.received()).toEqual([]);
  const text = JSON.stringify([messages, told]);
  const { staging, shown } = open;
  const hidden = [
    claim,
    staging.action.payload.amount,
    staging.rationale,
    'approver-1',
    'claims-agent',
    shown.task.digest,
  ];
  expect(hidden.filter((one) => text.includes(one))).toEqual([]);
});

it('If the function may not publish, a Task opens and its change is made as before, and its events arrive after the right is given back', async () => {
  const account = await resourcesOf(demo, tenantParts(rights(), ['sor.policy-admin']));
  const roleArn = account.roles.get('approval-start') ?? '';
  const publish = { roleArn, action: 'sns:Publish', resource: outputs.data.NotificationTopic };
  await retryAfter(1);
  let asked: Open | undefined;
  const events = async () => (asked && of(asked, toldIn(await desk.received())).map(({ event }) => event)) ?? [];
  try {
    await withoutGrant(demo, publish, async () => {
      asked = await openTask({ claim });
      expect((await decide('approver-1', asked, { decision: 'grant' })).status).toBe(200);
      await untilState(asked.actionId, 'committed');
      expect(await events()).toEqual([]);
    });
    await expect.poll(async () => new Set(await events()), eventually).toEqual(new Set(['task.open', 'task.granted']));
  } finally {
    await retryAfter(180);
  }
});
