import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Uploads } from '../../adapters/aws/s3-uploads.ts';
import { corpora } from '../../adapters/corpora/corpora.ts';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { SourceRefused } from '../../adapters/located-text/source-refused.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { MemoryModel } from '../../adapters/memory/model.ts';
import { memoryWorld } from '../../adapters/memory/world.ts';
import { directoryRelease } from '../../adapters/release/directory.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { platformFunctions, type PlatformFunction, type RoutedFunction } from '../../contract/platform/functions.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { bound, peopleOf } from '../support/people.ts';
import { sourceName, type Source } from '../../contract/rows/located-text.ts';
import type { Task } from '../../contract/rows/task.ts';
import type { ObjectWriter } from '../../contract/rows/objects.ts';
import type { System } from '../../contract/system.ts';
import { expireTask } from '../../lambdas/action-plane/approval-expire/expire-task.ts';
import { verifyTask } from '../../lambdas/action-plane/approval-verify/verify-task.ts';
import { actionsHandler as actionRoutes } from '../../lambdas/actions/actions.ts';
import { readPolicy } from '../../lambdas/audit/read-policy.ts';
import { readStory } from '../../lambdas/audit/story/read-story.ts';
import { readEvents } from '../../lambdas/audit/read-events.ts';
import { catalog } from '../../lambdas/catalog/catalog.ts';
import { compensateAction } from '../../lambdas/compensate/compensate-action.ts';
import { decideTask } from '../../lambdas/decide/decide-task.ts';
import { toolHandler, type HttpAnswer, type HttpHandler } from '../../lambdas/http.ts';
import { requestHandler } from '../../lambdas/request.ts';
import type { Routes } from '../../lambdas/routes.ts';
import { keepPolicies } from '../../lambdas/release/keep-policies.ts';
import { reassignTask } from '../../lambdas/reassign/reassign-task.ts';
import { threadRoutes } from '../../lambdas/threads/thread-routes.ts';
import { threads } from '../../adapters/tables/threads.ts';
import { resolveAction } from '../../lambdas/resolve/resolve-action.ts';
import { runsHandler } from '../../lambdas/runs/runs.ts';
import { makeText } from '../../lambdas/source-text/make-text.ts';
import { sourcesHandler } from '../../lambdas/sources/sources.ts';
import { readTarget } from '../../lambdas/task-target/read-target.ts';
import { tasks } from '../../lambdas/tasks/tasks.ts';
import { withdrawAction } from '../../lambdas/withdraw/withdraw-action.ts';
import { withdrawOwnTask } from '../../lambdas/withdraw/withdraw-own-task.ts';
import { publishCorpora } from '../../local/demo/corpora.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { gatedTools } from '../../registry/gate/tools.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { loadTenant } from '../../registry/tenant/load.ts';
import { importObjects } from '../../registry/objects/import-objects.ts';
import { objectType } from '../../registry/objects/object-type.ts';
import { eventOf, type Asked } from './event.ts';
import { root } from './pages.ts';

const tenantsDir = join(root, 'tenants');
const tenant = 'demo';

/** Compiles the demo tenant. All pages use the same release. */
export async function compiledDemo(): Promise<string> {
  const out = join(await mkdtemp(join(tmpdir(), 'logic-plane-docs-')), 'release');
  await compileTenant({ tenantsDir, tenant, out });
  return out;
}

/**
 * Builds every HTTP function over memory stores, behind the deployed routes. The SoR gives the answers that the packs
 * have recorded.
 */
export async function plane(release: string): Promise<(asked: Asked) => Promise<HttpAnswer>> {
  const opened = await directoryRelease(release);
  const library = libraryOf(opened);
  const world = memoryWorld({ release: opened.id });
  await answerAsRecorded(world.connectors);
  await keepPolicies(opened, world.content);
  await world.headWriter.write({ release: opened.id, withdrawn: [], suspended: [], telemetryKey: 'docs' }, 0);
  await bound(world.stored, 'operator');
  await publishCorpora({ tenantsDir, tenant, content: world.content, head: world.headWriter });
  await importClaims(world.objectWriter, opened.id);
  const found = corpora({ head: world.head, content: world.content, directory: dirname(release) });
  const { ledger, head, connectors, dispatches, actions, objects, lists, actionPlane: store } = world;
  const downloads = async (): Promise<string> => 'https://content.example';
  const pdp = cedarPdp();
  const { owners } = world;
  const base = { ledger, head, library, pdp, owners, people: peopleOf({}), now: Date.now, engine: 'docs' };
  const system: System = { ...base, runs: world.runs, sources: world.sources, observer: world.observer };
  const request = <F extends RoutedFunction>(name: F, handles: Routes<F>): HttpHandler =>
    requestHandler(name, { ...base, observer: world.observer }, handles);
  const tokens = { resume: async () => 'gone' as const };
  const sleep = async (): Promise<void> => {};
  const platform: Readonly<Record<string, HttpHandler>> = {
    runs: request('runs', runsHandler({ ...base, ...world.runs, audit: world.audit })),
    actions: request('actions', actionRoutes({ ...base, store, lists, sleep })),
    tasks: request(
      'tasks',
      tasks({ ...base, store, lists, sources: world.sources, content: world.content, downloads }),
    ),
    'task-target': request('task-target', {
      'GET /v1/tasks/{id}/target': readTarget({ ...base, store, connectors, objects }),
    }),
    decide: request('decide', { 'POST /v1/tasks/{id}/decision': decideTask({ ...base, store, tokens }) }),
    threads: request('threads', threadRoutes({ ...base, store, threads: threads(world.database) })),
    reassign: request('reassign', { 'POST /v1/tasks/{id}/reassign': reassignTask({ ...base, store }) }),
    withdraw: request('withdraw', {
      'POST /v1/actions/{id}/withdraw': withdrawAction({ ...base, store, tokens }),
      'POST /v1/tasks/{id}/withdraw': withdrawOwnTask({ ...base, store, tokens }),
    }),
    compensate: request('compensate', { 'POST /v1/actions/{id}/compensate': compensateAction({ ...base, store }) }),
    resolve: request('resolve', {
      'POST /v1/actions/{id}/resolve': resolveAction({ ...base, store, uuid: newUuid }),
    }),
    audit: request('audit', {
      'GET /v1/audit/events': readEvents({ ...base, audit: world.audit }),
      'GET /v1/audit/story': readStory({ ...base, audit: world.audit, store, content: world.content }),
      'GET /v1/audit/policies/{hash}': readPolicy({ ...base, content: world.content }),
    }),
    catalog: request('catalog', catalog(base)),
    sources: request(
      'sources',
      sourcesHandler({ ...base, store: world.sourceStore, content: world.content, uploads: noUploads }),
    ),
  };
  const toolTable = gatedTools(system, {
    connectors,
    dispatches,
    actions,
    objects,
    model: new MemoryModel(),
    corpora: found,
  });
  const handlers: Readonly<Record<string, HttpHandler>> = {
    ...platform,
    ...Object.fromEntries(Object.entries(toolTable).map(([name, tool]) => [name, toolHandler(name, tool)])),
  };
  const routes = [
    ...Object.keys(toolTable).map((name) => ({ name, route: `POST /v1/${name}/{tool}` })),
    ...Object.entries<PlatformFunction>(platformFunctions).flatMap(([name, { routes: own = [] }]) =>
      own.map((route) => ({ name, route })),
    ),
  ];
  const expire = expireTask({ store, now: Date.now, uuid: newUuid });
  // The state machine of a deployment wakes up at the deadline. Here the next request finds the overdue Tasks.
  const expireOverdue = async (): Promise<void> => {
    const rows = world.stored.items('tasks').map(({ row }) => JSON.parse(String(row)) as Task);
    for (const { id } of rows.filter((task) => Date.parse(task.dueAt) <= Date.now()))
      await expire({ taskId: id, generation: 1 });
  };
  const verify = verifyTask({ store, head, library, connectors, objects, now: Date.now, uuid: newUuid });

  const make = makeText({
    store: world.sourceStore,
    content: world.content,
    locate: locateHere,
    head,
    now: Date.now,
    uuid: newUuid,
  });
  const makeReceived = async ({ state, id, sizeBytes }: Source): Promise<void> => {
    if (state === 'received') await make({ name: sourceName(id), sizeBytes });
  };

  return async (asked) => {
    const { name, event } = eventOf(asked, routes);
    const handler = handlers[name];
    if (!handler) throw new Error(`${name} has no handler here`);
    await expireOverdue();
    const answer = await handler(event);
    // The audit log gets the new events, which in a deployment is the work of the stream and of the state machine.
    const events = world.stored.items('ledger').map(({ event: text }) => JSON.parse(String(text)) as AuditEvent);
    for (const one of events) await world.audit.put(one);
    for (const { pk } of world.stored.items('tasks')) await verify({ taskId: String(pk), generation: 1 });
    for (const { row } of world.stored.items('sources')) await makeReceived(JSON.parse(String(row)) as Source);
    return answer;
  };
}

/** The pages send their sources inline, so uploads are not needed. */
const noUploads: Uploads = async () => ({ url: 'https://content.example/', headers: {} });

/** Reads sources in this thread. The deployed function uses a worker thread. */
const locateHere: Parameters<typeof makeText>[0]['locate'] = async (...source) => {
  try {
    return await locateSource(...source);
  } catch (error) {
    if (error instanceof SourceRefused) return { kind: error.kind, detail: error.message };
    throw error;
  }
};

const checkedOnce = checkedTenant(tenantsDir, tenant);

/** Imports the demo's claims, as `logic-plane objects import` does. */
async function importClaims(writer: ObjectWriter, release: string): Promise<void> {
  const type = objectType(await checkedOnce, 'Claim');
  const file = join(tenantsDir, tenant, 'objects', 'claims.ndjson');
  const imported = await importObjects({
    file,
    type,
    writer,
    ledger: { note: async () => {} },
    release,
    now: Date.now,
  });
  if ('refused' in imported) throw new Error('the claims of the demo have bad lines');
}

async function answerAsRecorded(sor: {
  answer(of: { id: string }, path: string, answer: object): void;
}): Promise<void> {
  const { tenant: demo } = await loadTenant(tenantsDir, tenant);
  const cases = [...(demo?.packs.values() ?? [])].flatMap(({ value }) => value.cases);
  const recorded = cases.flatMap((one) => [...one.before, one]).flatMap(({ connectors }) => connectors);
  for (const one of recorded.toReversed()) {
    if ('unavailable' in one || one.status !== 200) continue;
    const { status, etag, headers, body } = one;
    sor.answer({ id: one.sor }, one.path, { kind: 'answer', status, etag, headers, body: JSON.stringify(body) });
  }
}
