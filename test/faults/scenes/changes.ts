import { itemOf, rowText } from '../../../adapters/tables/item.ts';
import { putTask } from '../../../adapters/tables/rows.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { decisionDigest } from '../../../contract/rows/approval-digest.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { compensateAction } from '../../../lambdas/compensate/compensate-action.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { withVerifiedToken } from '../../../lambdas/decide/verified-token.ts';
import { requestHandler } from '../../../lambdas/request.ts';
import { reassignTask } from '../../../lambdas/reassign/reassign-task.ts';
import { resolveAction } from '../../../lambdas/resolve/resolve-action.ts';
import { threadRoutes } from '../../../lambdas/threads/thread-routes.ts';
import { withdrawAction } from '../../../lambdas/withdraw/withdraw-action.ts';
import { withdrawOwnTask } from '../../../lambdas/withdraw/withdraw-own-task.ts';
import { agent, human, requestedTask, stagedAction } from '../../support/plane.ts';
import type { PortsOf } from '../ports.ts';
import type { Scene } from '../scene.ts';
import { portsOver, type Plane } from './plane.ts';
import { ofAction, ofTask, requestScene } from './request-scene.ts';
import { otherQueue, stages, type Stage } from './stage.ts';

const approver = human('approver-1');
const claims = { sub: approver.id, username: approver.name, token_use: 'access', 'cognito:groups': approver.groups };
const reason = 'the estimate was withdrawn';

/** A validation that a Task is about. */
const judged: NonNullable<Task['decision']> = {
  eventId: 'validation#event',
  tool: 'tool.reserve.validate',
  version: '1.0.0',
  argsHash: sha256('arguments'),
  resultHash: sha256('result'),
  caseHash: sha256('case'),
  owner: 'adjuster',
};

const decision = (route: string, stage: () => Promise<Stage>): Scene =>
  requestScene(
    route,
    {
      of: 'decide',
      stage,
      ports: (outside) => ({ ...portsOver(outside), verify: outside.tokenKeys.verify }),
      handler: (ports) =>
        requestHandler('decide', ports, {
          'POST /v1/tasks/{id}/decision': withVerifiedToken(ports.verify, decideTask(ports)),
        }),
      by: approver,
      asked: (plane) => ({
        ...ofTask(plane),
        headers: { authorization: 'Bearer head.body.signature' },
        body: { decision: 'grant', digest: plane.stage.digest },
      }),
      outside: { tokenKeys: { verify: async () => claims } },
    },
    { spent: ['task.decided'] },
  );

const ofWithdraw = {
  of: 'withdraw',
  stage: stages.waiting,
  ports: portsOver,
  handler: (ports: PortsOf['withdraw']) =>
    requestHandler('withdraw', ports, {
      'POST /v1/actions/{id}/withdraw': withdrawAction(ports),
      'POST /v1/tasks/{id}/withdraw': withdrawOwnTask(ports),
    }),
  by: agent,
} as const;
const ofCompensate = {
  of: 'compensate',
  ports: portsOver,
  handler: (ports: PortsOf['compensate']) =>
    requestHandler('compensate', ports, { 'POST /v1/actions/{id}/compensate': compensateAction(ports) }),
  by: agent,
  asked: (plane: Plane) => ({ ...ofAction(plane), body: { rationale: reason } }),
} as const;

const ofThread = {
  of: 'threads',
  stage: stages.open,
  ports: portsOver,
  handler: (ports: PortsOf['threads']) => requestHandler('threads', ports, threadRoutes(ports)),
  by: approver,
} as const;
/** An answer needs a question, which an approver has asked. */
const asQuestioned = async (plane: Plane) => {
  const entry = { taskId: plane.stage.taskId, number: 1, kind: 'question', by: approver, at: '', text: 'why' };
  await plane.stored.write([{ put: itemOf(`${plane.stage.taskId}#1`, { row: rowText(entry) }), in: 'threads' }]);
  return { ...ofTask(plane), body: { question: 1, text: reason } };
};

/** The requests that change an Action or a Task. */
export const changeScenes: readonly Scene[] = [
  decision('POST /v1/tasks/{id}/decision', stages.waiting),
  decision('POST /v1/tasks/{id}/decision, for a human', stages.openOfHuman),
  requestScene('POST /v1/actions/{id}/withdraw', {
    ...ofWithdraw,
    asked: (plane) => ({ ...ofAction(plane), body: { reason } }),
  }),
  requestScene('POST /v1/tasks/{id}/withdraw', {
    ...ofWithdraw,
    asked: async ({ stored }) => {
      const { actionId: _, ...row } = requestedTask(stagedAction());
      const task = { ...row, id: taskId('a decision', 1), state: 'open', decision: judged } as const;
      await stored.write([putTask({ ...task, digest: decisionDigest(task) })]);
      return { path: { id: task.id }, body: { reason } };
    },
  }),
  requestScene('GET /v1/tasks/{id}/thread', { ...ofThread, asked: ofTask }),
  requestScene('POST /v1/tasks/{id}/claim', { ...ofThread, asked: ofTask }),
  requestScene('POST /v1/tasks/{id}/release', {
    ...ofThread,
    asked: async (plane) => {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const entry = { taskId: plane.stage.taskId, number: 1, kind: 'claim', by: approver, at: '', until };
      await plane.stored.write([{ put: itemOf(`${plane.stage.taskId}#1`, { row: rowText(entry) }), in: 'threads' }]);
      return ofTask(plane);
    },
  }),
  ...(['comments', 'questions'] as const).map((name) =>
    requestScene(`POST /v1/tasks/{id}/${name}`, {
      ...ofThread,
      asked: (plane) => ({ ...ofTask(plane), body: { text: reason } }),
    }),
  ),
  requestScene('POST /v1/tasks/{id}/answers', { ...ofThread, by: agent, asked: asQuestioned }),
  requestScene('POST /v1/tasks/{id}/reassign', {
    of: 'reassign',
    stage: stages.openOfTwoQueues,
    ports: portsOver,
    handler: (ports) => requestHandler('reassign', ports, { 'POST /v1/tasks/{id}/reassign': reassignTask(ports) }),
    by: approver,
    asked: (plane) => ({ ...ofTask(plane), body: { queue: otherQueue.id, reason } }),
  }),
  requestScene('POST /v1/actions/{id}/compensate', { ...ofCompensate, stage: stages.committed }),
  requestScene('POST /v1/actions/{id}/compensate, with a large payload', {
    ...ofCompensate,
    stage: stages.committedLarge,
  }),
  requestScene(
    'POST /v1/actions/{id}/resolve',
    {
      of: 'resolve',
      stage: stages.operators,
      ports: portsOver,
      handler: (ports) => requestHandler('resolve', ports, { 'POST /v1/actions/{id}/resolve': resolveAction(ports) }),
      by: human('operator', ['operators']),
      asked: (plane) => ({ ...ofAction(plane), body: { outcome: 'arrived', evidence: 'their log of 14:02' } }),
    },
    { spent: ['action.not_open'] },
  ),
];
