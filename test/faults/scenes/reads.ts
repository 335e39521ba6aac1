import { auditTable } from '../../../adapters/tables/audit-table.ts';
import { runs } from '../../../adapters/tables/runs.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { actionsHandler } from '../../../lambdas/actions/actions.ts';
import { readEvents } from '../../../lambdas/audit/read-events.ts';
import { readPolicy } from '../../../lambdas/audit/read-policy.ts';
import { readStory } from '../../../lambdas/audit/story/read-story.ts';
import { catalog } from '../../../lambdas/catalog/catalog.ts';
import { requestHandler } from '../../../lambdas/request.ts';
import { runsHandler } from '../../../lambdas/runs/runs.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { readTarget } from '../../../lambdas/task-target/read-target.ts';
import { extractedFrom, showEvidence, spanOf, storeSource } from '../../support/cited-source.ts';
import { agent, human, queue } from '../../support/plane.ts';
import { someRun } from '../../support/rows.ts';
import type { Outside } from '../outside.ts';
import type { PortsOf } from '../ports.ts';
import type { Scene } from '../scene.ts';
import { portsOver, type Plane } from './plane.ts';
import { sorAnswering } from './records.ts';
import { ofAction, ofTask, requestScene } from './request-scene.ts';
import { stages } from './stage.ts';

const approver = human('approver-1');
const policy = '@id("a") permit (principal, action, resource);';

const ofRuns = {
  of: 'runs',
  stage: stages.empty,
  ports: (outside: Outside): PortsOf['runs'] => ({
    ...portsOver(outside),
    ...runs(outside.database),
    audit: auditTable(outside.database),
  }),
  handler: (ports: PortsOf['runs']) => requestHandler('runs', ports, runsHandler(ports)),
  by: agent,
} as const;
const ofActions = {
  of: 'actions',
  ports: portsOver,
  handler: (ports: PortsOf['actions']) => requestHandler('actions', ports, actionsHandler(ports)),
} as const;
const ofTasks = {
  of: 'tasks',
  stage: stages.open,
  ports: portsOver,
  handler: (ports: PortsOf['tasks']) => requestHandler('tasks', ports, tasks(ports)),
  by: approver,
} as const;
const ofTarget = {
  of: 'task-target',
  ports: portsOver,
  handler: (ports: PortsOf['task-target']) =>
    requestHandler('task-target', ports, { 'GET /v1/tasks/{id}/target': readTarget(ports) }),
  by: approver,
  outside: {
    sor: sorAnswering({
      read: async () => ({ kind: 'answer', status: 200, etag: '"1"', headers: {}, body: '{"reserve":"1000.00"}' }),
    }),
  },
} as const;

/** Makes the case of the Task quote a source. */
async function withSource(plane: Plane) {
  const { stored, content, stage } = plane;
  const sent = await storeSource({ stored, content }, { text: 'The loss was on 3.2.2026.', mediaType: 'text/plain' });
  await showEvidence({ stored }, stage.actionId, [extractedFrom(sent.row, [spanOf(sent.located, '3.2.2026')])]);
  return { ...ofTask(plane), source: sent.row.id };
}
const ofAudit = {
  of: 'audit',
  stage: stages.open,
  ports: (outside: Outside): PortsOf['audit'] => ({
    ...portsOver(outside),
    audit: auditTable(outside.database),
    content: outside.content,
  }),
  handler: (ports: PortsOf['audit']) =>
    requestHandler('audit', ports, {
      'GET /v1/audit/events': readEvents(ports),
      'GET /v1/audit/story': readStory(ports),
      'GET /v1/audit/policies/{hash}': readPolicy(ports),
    }),
  by: human('auditor', ['auditors']),
} as const;
const ofCatalog = {
  of: 'catalog',
  stage: stages.empty,
  ports: portsOver,
  handler: (ports: PortsOf['catalog']) => requestHandler('catalog', ports, catalog(ports)),
  by: agent,
} as const;

const openedEvent = {
  kind: 'run',
  eventId: `runs.${sha256('run')}.019cadc6-9a80-7abf-99fd-dfac54341c09`,
  at: '2026-03-02T09:00:00.000Z',
  actor: { kind: agent.kind, id: agent.id, name: agent.name },
  release: 'release-1',
  pins: {},
  expiresAt: '2026-03-03T09:00:00.000Z',
} as const;

/** The requests that read, and the opening of a run. */
export const readScenes: readonly Scene[] = [
  requestScene('POST /v1/runs', {
    ...ofRuns,
    asked: () => ({ body: { purpose: 'claims.adjustment' } }),
  }),
  requestScene('GET /v1/runs/{id}', {
    ...ofRuns,
    asked: async ({ stored }) => {
      const run = { ...someRun(), runId: 'run-of-a-test' };
      await runs(stored).open(run, { ...openedEvent, runId: run.runId });
      return { path: { id: run.runId } };
    },
  }),
  requestScene('GET /v1/actions/{id}', {
    ...ofActions,
    stage: stages.open,
    by: agent,
    asked: (plane) => ({ ...ofAction(plane), headers: { prefer: 'wait=1' } }),
  }),
  requestScene('GET /v1/actions/{id}, by a member of its queue', {
    ...ofActions,
    stage: stages.staged,
    by: approver,
    asked: ofAction,
  }),
  requestScene('GET /v1/actions', { ...ofActions, stage: stages.open, by: agent, asked: () => ({}) }),
  requestScene('GET /v1/queues', { ...ofTasks, asked: () => ({}) }),
  requestScene('GET /v1/tasks, whose payloads are in the content store', {
    ...ofTasks,
    stage: stages.openLarge,
    asked: () => ({}),
  }),
  requestScene('GET /v1/tasks', { ...ofTasks, asked: () => ({ query: { queue: queue.id } }) }),
  requestScene('GET /v1/tasks/{id}', { ...ofTasks, asked: ofTask }),
  requestScene('GET /v1/tasks/{id}, with evidence from a source', { ...ofTasks, asked: withSource }),
  requestScene('GET /v1/tasks/{id}/sources/{source}', {
    ...ofTasks,
    asked: async (plane) => ({ path: { ...ofTask(plane).path, source: (await withSource(plane)).source } }),
  }),
  requestScene('GET /v1/tasks/{id}/target', { ...ofTarget, stage: stages.open, asked: ofTask }),
  requestScene('GET /v1/tasks/{id}/target, whose case is in the content store', {
    ...ofTarget,
    stage: stages.openLarge,
    asked: ofTask,
  }),
  requestScene('GET /v1/tasks/{id}/target, a live object', { ...ofTarget, stage: stages.requestedNote, asked: ofTask }),
  requestScene('GET /v1/tasks/{id}, with a large payload', { ...ofTasks, stage: stages.openLarge, asked: ofTask }),
  requestScene('GET /v1/audit/events', { ...ofAudit, asked: () => ({ query: { day: '2026-03-02' } }) }),
  requestScene('GET /v1/audit/story', {
    ...ofAudit,
    asked: ({ stage }) => ({ query: { action: stage.actionId } }),
  }),
  requestScene('GET /v1/audit/policies/{hash}', {
    ...ofAudit,
    asked: async ({ content }) => {
      await content.put('policies', sha256(policy), Buffer.from(policy));
      return { path: { hash: sha256(policy) } };
    },
  }),
  requestScene('GET /v1/me', { ...ofCatalog, asked: () => ({}) }, { isSilent: true }),
  requestScene('GET /v1/tools', { ...ofCatalog, asked: () => ({}) }, { isSilent: true }),
  requestScene(
    'GET /v1/tools/{tool}',
    { ...ofCatalog, asked: () => ({ path: { tool: 'tool.reserve.stage' } }) },
    { isSilent: true },
  ),
];
