import { vi } from 'vitest';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { ApprovalStep, CommitStep } from '../../../action-plane/steps.ts';
import { ownEventId } from '../../../contract/dispatch/keys.ts';
import { expireTask } from '../../../lambdas/action-plane/approval-expire/expire-task.ts';
import { thenNotify } from '../../../lambdas/action-plane/approval-start/notify.ts';
import { startApproval } from '../../../lambdas/action-plane/approval-start/start-approval.ts';
import { onStream } from '../../../lambdas/action-plane/approval-start/stream.ts';
import { takeUp } from '../../../lambdas/action-plane/approval-start/take-up.ts';
import { verifyTask } from '../../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../../lambdas/action-plane/approval-wait/store-token.ts';
import { reconcileAction } from '../../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import { sendAction } from '../../../lambdas/action-plane/commit-send/send-action.ts';
import { expireForgotten } from '../../../lambdas/action-plane/staged-expire/expire-forgotten.ts';
import { queue, start } from '../../support/plane.ts';
import type { PortsOf } from '../ports.ts';
import { sceneOf, type Scene } from '../scene.ts';
import { planeOf, portsOver, type Plane } from './plane.ts';
import { stages, type Stage } from './stage.ts';

const afterDeadline = start + queue.slaSeconds * 1000 + 1;
const afterStaging = start + 72 * 3600_000 + 1;
const generation = 1;
/** After this time, an Action that could not be ended is tried again. */
const postponedMillis = 600_000;
type Steps = readonly (ApprovalStep['next'] | CommitStep['next'])[];
/** Returns true if the state machine goes on where it goes without a fault. */
const leadsTo = (...nexts: Steps) => ({ isDone: (step: unknown) => nexts.includes((step as CommitStep).next) });

type StreamRecord = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
const streamOf = (image: StreamRecord): DynamoDBStreamEvent => ({
  Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage: image } }],
});
const starting = (ports: PortsOf['approval-start']) =>
  thenNotify(onStream({ put: startApproval(ports), decided: takeUp(ports) }, ports.failed), ports);
/** The members of an event that notifications need. */
const someEvent = (of: string) => ({ eventId: ownEventId(of, eventUuid), at: new Date(start).toISOString() });
const eventUuid = '0199c1a0-7a7e-7c00-8000-000000000001';
const taskPut = (taskId: string): DynamoDBStreamEvent =>
  streamOf({
    effect: { S: 'Task' },
    effectId: { S: taskId },
    event: { S: JSON.stringify({ ...someEvent('approval-request'), kind: 'dispatch' }) },
  });
const isDelivered = (answer: unknown): boolean =>
  (answer as { batchItemFailures: unknown[] }).batchItemFailures.length === 0;

/** Sends an approved Action, and goes on as the state machine does until the Action has ended. */
async function committed(ports: PortsOf['commit-send'], { sor, stage }: Plane): Promise<CommitStep> {
  const input = { actionId: stage.actionId, generation };
  const reconciling = { ...ports, connectors: sor };
  let step = await sendAction(ports)(input);
  for (let loops = 0; step.next !== 'end' && loops < 20; loops += 1) {
    vi.setSystemTime(Date.now() + step.waitSeconds * 1000);
    step = await (step.next === 'send' ? sendAction(ports)(input) : reconcileAction(reconciling)(input));
  }
  return step;
}

const sendScene = (title: string, stage: () => Promise<Stage>): Scene =>
  sceneOf(
    {
      of: 'commit-send',
      title,
      // A policy that cannot be evaluated forbids the commit.
      isHttp: false,
      closes: ['pdp.decide'],
    },
    async () =>
      planeOf<'commit-send'>(await stage(), (plane) => ({
        ports: portsOver,
        invoke: (ports) => sendAction(ports)({ actionId: plane.stage.actionId, generation }),
        retry: (ports) => committed(ports, plane),
        ...leadsTo('end'),
      })),
  );

const decidedScene = (title: string, stage: () => Promise<Stage>, isWaiting = false): Scene =>
  sceneOf({ of: 'approval-start', title, isHttp: false }, async () =>
    planeOf<'approval-start'>(await stage(), (plane) => {
      if (isWaiting) plane.executions.push(`${plane.stage.taskId}-${generation}`);
      const event = {
        ...someEvent('decide'),
        kind: 'decision',
        taskId: plane.stage.taskId,
        actionId: plane.stage.actionId,
        from: 'pending',
        to: 'approved',
        taskFrom: 'open',
        taskTo: 'granted',
      };
      return {
        ports: portsOver,
        invoke: (ports) => starting(ports)(streamOf({ kind: { S: 'decision' }, event: { S: JSON.stringify(event) } })),
        isDone: isDelivered,
        state: () => [plane.executions, plane.resumed, [...plane.notified.values()]],
      };
    }),
  );

const verifyScene = (title: string, stage: () => Promise<Stage>): Scene =>
  sceneOf({ of: 'approval-verify', title, isHttp: false }, async () =>
    planeOf<'approval-verify'>(await stage(), (plane) => ({
      ports: portsOver,
      invoke: (ports) => verifyTask(ports)({ taskId: plane.stage.taskId, generation }),
      ...leadsTo('wait'),
    })),
  );

const waitScene = (title: string, stage: () => Promise<Stage>): Scene =>
  sceneOf({ of: 'approval-wait', title, isHttp: false }, async () => {
    let attempts = 0;
    return planeOf<'approval-wait'>(await stage(), ({ stage: { taskId }, stored, resumed }) => ({
      ports: portsOver,
      // Each try of the state has a token of its own, and only the token of the last try ends its wait.
      invoke: (ports) => {
        const attempt = attempts;
        attempts += 1;
        return storeToken(ports)({ taskId, wait: 1, attempt, token: `token-${attempt}` });
      },
      state: async () => {
        const newest = `token-${attempts - 1}`;
        return [(await stored.get('tasks', taskId))?.['token'] === newest, resumed.includes(newest)];
      },
      effects: () => ({}),
    }));
  });

/** The steps of the Action Plane that state machines, streams and schedules invoke. */
export const stepScenes: readonly Scene[] = [
  sceneOf({ of: 'approval-start', title: 'a Task was requested', isHttp: false }, async () =>
    planeOf<'approval-start'>(await stages.requested(), ({ stage }) => ({
      ports: portsOver,
      invoke: (ports) => starting(ports)(taskPut(stage.taskId)),
      isDone: isDelivered,
    })),
  ),
  decidedScene('a Task was decided', stages.granted),
  decidedScene('a Task was decided while an execution waits', stages.grantedWaiting, true),
  sceneOf({ of: 'approval-start', title: 'a Task that does not exist was requested', isHttp: false }, async () =>
    planeOf<'approval-start'>(await stages.empty(), () => ({
      ports: portsOver,
      invoke: (ports) => starting(ports)(taskPut('task-none')),
      isDone: isDelivered,
    })),
  ),
  sceneOf({ of: 'approval-start', title: 'a Task was opened', isHttp: false }, async () =>
    planeOf<'approval-start'>(await stages.open(), ({ stage, notified }) => {
      const event = {
        ...someEvent('approval-verify'),
        kind: 'transition',
        taskId: stage.taskId,
        actionId: stage.actionId,
        from: 'staged',
        to: 'pending',
        taskFrom: 'requested',
        taskTo: 'open',
      };
      return {
        ports: portsOver,
        invoke: (ports) =>
          starting(ports)(streamOf({ kind: { S: 'transition' }, event: { S: JSON.stringify(event) } })),
        isDone: isDelivered,
        state: () => [...notified.values()],
      };
    }),
  ),
  verifyScene('a Task is requested', stages.requested),
  verifyScene('a Task for a live object is requested', stages.requestedNote),
  waitScene('a Task is open', stages.open),
  waitScene('a Task was decided', stages.granted),
  sceneOf(
    {
      of: 'approval-expire',
      title: 'the deadline of a Task has passed',
      isHttp: false,
      startsAt: afterDeadline + 120_000,
    },
    async () =>
      planeOf<'approval-expire'>(await stages.open(), ({ stage }) => ({
        ports: portsOver,
        invoke: (ports) => expireTask(ports)({ taskId: stage.taskId, generation }),
        ...leadsTo('end'),
      })),
  ),
  sceneOf(
    { of: 'staged-expire', title: 'an Action was forgotten', isHttp: false, startsAt: afterStaging + 120_000 },
    async () =>
      planeOf<'staged-expire'>(await stages.requested(), () => ({
        ports: portsOver,
        invoke: (ports) => expireForgotten(ports)(),
        // A call after ten minutes tries again, whatever this one has done.
        isDone: () => false,
        retry: async (ports) => {
          vi.setSystemTime(Date.now() + postponedMillis + 1);
          return expireForgotten(ports)();
        },
      })),
  ),
  sendScene('a change of a record is granted', stages.granted),
  sendScene('a change with a large payload is granted', stages.grantedLarge),
  sendScene('a change that a human staged is granted', stages.grantedOfHuman),
  sendScene('a change of a live object is granted', stages.grantedNote),
  sceneOf({ of: 'commit-reconcile', title: 'the outcome of a change is unknown', isHttp: false }, async () =>
    planeOf<'commit-reconcile'>(await stages.unknown(), ({ stage, sor }) => {
      sor.applied.push(stage.actionId);
      return {
        ports: portsOver,
        invoke: (ports) => reconcileAction(ports)({ actionId: stage.actionId, generation }),
        ...leadsTo('end'),
      };
    }),
  ),
];
