import type { TaskTokens } from '../../../adapters/aws/task-tokens.ts';
import type { Executions } from '../../../adapters/aws/executions.ts';
import { quietObserver } from '../../../adapters/memory/observer.ts';
import { connectors } from '../../../adapters/sor/connectors.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { actions } from '../../../adapters/tables/actions.ts';
import { auditLogRows } from '../../../adapters/tables/audit-log-rows.ts';
import { auditTable } from '../../../adapters/tables/audit-table.ts';
import { MemoryObjects } from '../../../adapters/memory/log-objects.ts';
import { MemoryContent } from '../../../adapters/memory/content.ts';
import type { Database } from '../../../adapters/tables/database.ts';
import { dispatches } from '../../../adapters/tables/dispatches.ts';
import { head } from '../../../adapters/tables/head.ts';
import { keptRuns } from '../../../adapters/tables/kept-runs.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import { rowLists } from '../../../adapters/tables/row-lists.ts';
import { runs as runStore } from '../../../adapters/tables/runs.ts';
import { owners } from '../../../adapters/tables/owners.ts';
import { peopleOf } from '../people.ts';
import { sources } from '../../../adapters/tables/sources.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { Connectors } from '../../../contract/ports.ts';
import type { Library, Pdp, System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { expireTask } from '../../../lambdas/action-plane/approval-expire/expire-task.ts';
import { startApproval } from '../../../lambdas/action-plane/approval-start/start-approval.ts';
import { takeUp } from '../../../lambdas/action-plane/approval-start/take-up.ts';
import { onStream } from '../../../lambdas/action-plane/approval-start/stream.ts';
import { verifyTask } from '../../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../../lambdas/action-plane/approval-wait/store-token.ts';
import { reconcileAction } from '../../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import { sendAction } from '../../../lambdas/action-plane/commit-send/send-action.ts';
import { sorSender } from '../../../lambdas/action-plane/commit-send/sor-sender.ts';
import type { RoutedFunction } from '../../../contract/platform/functions.ts';
import { actionsHandler as actionRoutes } from '../../../lambdas/actions/actions.ts';
import { noContent } from '../../../adapters/tables/aside.ts';
import { readPolicy } from '../../../lambdas/audit/read-policy.ts';
import { readEvents } from '../../../lambdas/audit/read-events.ts';
import { readStory } from '../../../lambdas/audit/story/read-story.ts';
import { carry } from '../../../lambdas/audit-stream/carry.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { toolHandler, type HttpHandler } from '../../../lambdas/http.ts';
import { requestHandler } from '../../../lambdas/request.ts';
import type { Routes } from '../../../lambdas/routes.ts';
import { runsHandler } from '../../../lambdas/runs/runs.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { actionStaging } from '../../../patterns/action-staging/pattern.ts';
import { approvalRequest } from '../../../patterns/approval-request/pattern.ts';
import { conversion } from '../../../patterns/conversion/pattern.ts';
import { lookup } from '../../../patterns/lookup/pattern.ts';
import { validation } from '../../../patterns/validation/pattern.ts';
import type { SystemOfRecord } from './system-of-record.ts';
import type { Timeline } from './timeline.ts';

export interface Dependencies {
  readonly database: Database;
  readonly library: Library;
  readonly pdp: Pdp;
  readonly time: Timeline;
  readonly sor: SystemOfRecord;
  readonly tokens: TaskTokens;
  readonly executions: Executions;
}

/** Builds every function of the journey as its `index.ts` does. Each function has its own caches of the head and of runs. */
export const functionsOf = (deps: Dependencies) => ({
  routes: routesOf(deps),
  machine: machineFunctionsOf(deps),
  stream: streamFunctionsOf(deps),
});

const baseOf = ({ database, library, time }: Dependencies) => ({
  database,
  library,
  head: head(database, { now: time.now }),
  ledger: ledger(database),
  store: actionPlaneStore(database),
  owners: owners(database),
  people: peopleOf({}),
  engine: 'engine-1',
  now: time.now,
  uuid: newUuid,
});

function systemOf(deps: Dependencies): System {
  const observer = quietObserver;
  return {
    ...baseOf(deps),
    runs: keptRuns(runStore(deps.database)),
    sources: sources(deps.database, new MemoryContent()),
    pdp: deps.pdp,
    observer,
  };
}

function readingOf({ sor, time }: Dependencies): Connectors {
  const real: Connectors = connectors(sor.secrets('read'));
  return { read: (of, request) => time.outside(real.read(of, request)) };
}

function routesOf(deps: Dependencies): ReadonlyMap<string, HttpHandler> {
  const { database, tokens, time, pdp } = deps;
  const tools = {
    lookup: tool(lookup, systemOf(deps), { connectors: readingOf(deps) }),
    validation: tool(validation, systemOf(deps), {}),
    conversion: tool(conversion, systemOf(deps), {}),
    'action-staging': tool(actionStaging, systemOf(deps), { dispatches: dispatches(database) }),
    'approval-request': tool(approvalRequest, systemOf(deps), {
      actions: actions(database),
      dispatches: dispatches(database),
    }),
  };
  const of = <F extends RoutedFunction>(name: F, handles: (base: ReturnType<typeof baseOf>) => Routes<F>) => {
    const base = baseOf(deps);
    return requestHandler(name, { ...base, observer: quietObserver }, handles(base));
  };
  const runHandler = of('runs', (base) => runsHandler({ ...base, ...runStore(database), audit: auditTable(database) }));
  const taskHandler = of('tasks', (base) =>
    tasks({
      ...base,
      lists: rowLists(database),
      sources: sources(database, noContent),
      content: noContent,
      downloads: async () => 'https://content.example',
    }),
  );
  const actionHandler = of('actions', (base) =>
    actionRoutes({ ...base, lists: rowLists(database), sleep: time.sleep }),
  );
  const decideHandler = of('decide', (base) => ({
    'POST /v1/tasks/{id}/decision': decideTask({ ...base, pdp, tokens }),
  }));
  const auditHandler = of('audit', (base) => ({
    'GET /v1/audit/events': readEvents({ ...base, audit: auditTable(database) }),
    'GET /v1/audit/story': readStory({ ...base, audit: auditTable(database), content: noContent }),
    'GET /v1/audit/policies/{hash}': readPolicy({ ...base, content: noContent }),
  }));
  return new Map<string, HttpHandler>([
    ...Object.entries(tools).map(([name, run]) => [`POST /v1/${name}/{tool}`, toolHandler(name, run)] as const),
    ['POST /v1/runs', runHandler],
    ['GET /v1/runs/{id}', runHandler],
    ['GET /v1/actions/{id}', actionHandler],
    ['GET /v1/actions', actionHandler],
    ['GET /v1/tasks', taskHandler],
    ['GET /v1/tasks/{id}', taskHandler],
    ['POST /v1/tasks/{id}/decision', decideHandler],
    ['GET /v1/audit/events', auditHandler],
  ]);
}

function machineFunctionsOf(deps: Dependencies): Readonly<Record<string, (input: unknown) => Promise<unknown>>> {
  const { time, sor, pdp, tokens } = deps;
  const sender = sorSender(sor.secrets('write'));
  return {
    ApprovalVerify: verifyTask({
      ...baseOf(deps),
      connectors: readingOf(deps),
      objects: objects(baseOf(deps).database),
    }),
    ApprovalWait: storeToken({ ...baseOf(deps), tokens }),
    ApprovalExpire: expireTask(baseOf(deps)),
    CommitSend: sendAction({
      ...baseOf(deps),
      pdp,
      objects: objects(baseOf(deps).database),
      sender: async (to) => {
        const send = await sender(to);
        return (change) => time.outside(send(change));
      },
    }),
    CommitReconcile: reconcileAction({ ...baseOf(deps), connectors: readingOf(deps) }),
  };
}

const streamFunctionsOf = (deps: Dependencies) => ({
  approvalStart: onStream(
    {
      put: startApproval({ ...baseOf(deps), executions: deps.executions, machineArn: 'approval' }),
      decided: takeUp({
        ...baseOf(deps),
        tokens: deps.tokens,
        executions: deps.executions,
        machineArn: 'approval',
      }),
    },
    () => {},
  ),
  auditStream: carry({
    ...baseOf(deps),
    audit: auditTable(deps.database),
    log: { rows: auditLogRows(deps.database), objects: new MemoryObjects() },
    failed: () => {},
    setAside: () => {},
  }),
});
