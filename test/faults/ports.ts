import type { Downloads } from '../../adapters/aws/s3-downloads.ts';
import type { VerifyToken } from '../../adapters/aws/token-verifier.ts';
import type { PlatformFunctionName } from '../../contract/platform/functions.ts';
import type { Ports } from '../../contract/ports.ts';
import type { System } from '../../contract/system.ts';
import type { ExpireDependencies } from '../../lambdas/action-plane/approval-expire/expire-task.ts';
import type { NotifyDependencies } from '../../lambdas/action-plane/approval-start/notify.ts';
import type { TakeUpDependencies } from '../../lambdas/action-plane/approval-start/take-up.ts';
import type { VerifyDependencies } from '../../lambdas/action-plane/approval-verify/verify-task.ts';
import type { WaitDependencies } from '../../lambdas/action-plane/approval-wait/store-token.ts';
import type { ReconcileDependencies } from '../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import type { SendDependencies } from '../../lambdas/action-plane/commit-send/send-action.ts';
import type { ForgottenDependencies } from '../../lambdas/action-plane/staged-expire/expire-forgotten.ts';
import type { ActionsDependencies } from '../../lambdas/actions/read-action.ts';
import type { ReconcileSpanDependencies } from '../../lambdas/audit-reconcile/reconcile-span.ts';
import type { noteAndSeal } from '../../lambdas/audit-seal/note-and-seal.ts';
import type { CarryDependencies } from '../../lambdas/audit-stream/carry.ts';
import type { AuditDependencies } from '../../lambdas/audit/read-events.ts';
import type { ReadPolicyDependencies } from '../../lambdas/audit/read-policy.ts';
import type { StoryDependencies } from '../../lambdas/audit/story/read-story.ts';
import type { CatalogDependencies } from '../../lambdas/catalog/catalog.ts';
import type { CompensateDependencies } from '../../lambdas/compensate/compensate-action.ts';
import type { Page } from '../../lambdas/console/serve-page.ts';
import type { DecideDependencies } from '../../lambdas/decide/decide-task.ts';
import type { CheckDependencies } from '../../lambdas/release-check/check-release.ts';
import type { DeployDependencies } from '../../lambdas/release/deploy-release.ts';
import type { ReassignDependencies } from '../../lambdas/reassign/reassign-task.ts';
import type { requestHandler } from '../../lambdas/request.ts';
import type { ResolveDependencies } from '../../lambdas/resolve/resolve-action.ts';
import type { runsHandler } from '../../lambdas/runs/runs.ts';
import type { TextDependencies } from '../../lambdas/source-text/change.ts';
import type { SourcesDependencies } from '../../lambdas/sources/post-source.ts';
import type { ReadTargetDependencies } from '../../lambdas/task-target/read-target.ts';
import type { TasksDependencies } from '../../lambdas/tasks/list-tasks.ts';
import type { ThreadsDependencies } from '../../lambdas/threads/thread-routes.ts';
import type { WithdrawDependencies } from '../../lambdas/withdraw/withdraw-action.ts';
import type { OutsideName } from './outside.ts';

/** The ports that every function with routes has for its refusals. */
type Refusing = Parameters<typeof requestHandler>[1];

/** The ports of each function. `tool` is the function of any tool. */
export interface PortsOf {
  tool: System & Ports;
  runs: Refusing & Parameters<typeof runsHandler>[0];
  actions: Refusing & ActionsDependencies;
  tasks: Refusing & TasksDependencies & { readonly downloads: Downloads };
  'task-target': Refusing & ReadTargetDependencies;
  decide: Refusing & DecideDependencies & { readonly verify: VerifyToken };
  threads: Refusing & ThreadsDependencies;
  reassign: Refusing & ReassignDependencies;
  withdraw: Refusing & WithdrawDependencies;
  compensate: Refusing & CompensateDependencies;
  resolve: Refusing & ResolveDependencies;
  sources: Refusing & SourcesDependencies;
  'source-text': TextDependencies;
  audit: Refusing & AuditDependencies & ReadPolicyDependencies & StoryDependencies;
  catalog: Refusing & CatalogDependencies;
  /** Serves the files of its own bundle, and uses no store and no service. */
  console: Page;
  'audit-stream': CarryDependencies;
  'audit-seal': Parameters<typeof noteAndSeal>[0];
  'audit-reconcile': ReconcileSpanDependencies;
  'approval-start': TakeUpDependencies & NotifyDependencies;
  'approval-verify': VerifyDependencies;
  'approval-wait': WaitDependencies;
  'approval-expire': ExpireDependencies;
  'staged-expire': ForgottenDependencies;
  'commit-send': SendDependencies;
  'commit-reconcile': ReconcileDependencies;
  release: DeployDependencies;
  'release-check': CheckDependencies;
}
export type FunctionName = keyof PortsOf;

/** The things outside of which a port is made; `given` for a constant or a pure function. */
type MadeOf = readonly OutsideName[] | 'given';

const rows = ['database'] as const;
/** The head is kept for some seconds. */
const inForce = ['database', 'clock'] as const;
const kept = ['database', 'content'] as const;
const releases = ['library', 'release'] as const;
const clock = ['clock'] as const;
const watched = ['observer'] as const;
const told = ['alarms'] as const;
const records = ['secretStore', 'sor'] as const;
const refusing = { ledger: rows, head: inForce, observer: watched } as const;
const authority = { head: inForce, library: releases, pdp: ['pdp'], people: ['userPool'], owners: rows } as const;

/** Every port of every function. A new port, or a new function, does not compile without a row. */
export const portTable = {
  tool: {
    ledger: kept,
    head: inForce,
    runs: rows,
    library: releases,
    sources: kept,
    pdp: ['pdp'],
    observer: watched,
    engine: 'given',
    now: clock,
    model: ['model'],
    corpora: ['corpora'],
    connectors: records,
    dispatches: kept,
    actions: rows,
    objects: rows,
    exports: ['exports'],
  },
  runs: { ...refusing, library: ['library'], open: rows, find: rows, audit: rows, engine: 'given' },
  actions: { ...refusing, library: releases, store: rows, lists: rows, now: clock, sleep: ['sleeper'] },
  tasks: {
    ...refusing,
    library: releases,
    store: kept,
    lists: kept,
    sources: rows,
    content: ['content'],
    downloads: ['presigner'],
  },
  'task-target': { ...refusing, library: releases, store: kept, connectors: records, objects: rows },
  decide: { ...refusing, ...authority, store: rows, tokens: ['tokens'], now: clock, verify: ['tokenKeys'] },
  threads: { ...refusing, library: ['library'], store: rows, threads: rows, owners: rows, now: clock },
  reassign: { ...refusing, library: releases, store: rows, now: clock },
  withdraw: { ...refusing, library: ['library'], store: rows, tokens: ['tokens'], now: clock },
  compensate: { ...refusing, library: releases, pdp: ['pdp'], store: kept, now: clock },
  resolve: { ...refusing, library: releases, store: rows, owners: rows, now: clock, uuid: 'given' },
  sources: {
    ...refusing,
    library: ['library'],
    store: rows,
    content: ['content'],
    uploads: ['presigner'],
  },
  'source-text': {
    store: rows,
    content: ['content'],
    locate: ['reader'],
    readScan: ['scanReader'],
    head: inForce,
    now: clock,
    uuid: 'given',
  },
  audit: { ...refusing, library: ['library'], store: kept, audit: rows, content: ['content'] },
  catalog: { ...refusing, library: releases },
  console: { files: 'given', tenant: 'given', stage: 'given', signIn: 'given' },
  'audit-stream': { head: inForce, audit: rows, log: ['database', 'logObjects'], failed: told, setAside: told },
  'audit-seal': {
    rows,
    objects: ['logObjects'],
    signer: ['signer'],
    origin: 'given',
    now: clock,
    stream: ['stream'],
    witness: ['witness'],
    notCosigned: told,
  },
  'audit-reconcile': {
    head: inForce,
    rows,
    objects: ['logObjects'],
    ledger: ['ledgerEvents'],
    access: ['accessLog'],
    progressOf: rows,
    events: rows,
    found: told,
    now: clock,
    uuid: 'given',
    salt: 'given',
  },
  'approval-start': {
    store: rows,
    executions: ['executions'],
    machineArn: 'given',
    tokens: ['tokens'],
    notifications: ['notifier'],
    waiting: ['retryQueue'],
    now: clock,
    failed: told,
    setAside: told,
  },
  'approval-verify': {
    store: rows,
    head: inForce,
    library: releases,
    connectors: records,
    objects: rows,
    now: clock,
    uuid: 'given',
  },
  'approval-wait': { store: rows, tokens: ['tokens'], now: clock },
  'approval-expire': { store: rows, now: clock, uuid: 'given' },
  'staged-expire': { store: rows, failed: told, now: clock, uuid: 'given' },
  'commit-send': { ...authority, store: kept, sender: records, objects: rows, now: clock, uuid: 'given' },
  'commit-reconcile': { store: rows, library: releases, connectors: records, now: clock, uuid: 'given' },
  release: { head: rows, releases: rows, content: ['content'], now: clock },
  'release-check': { head: rows, releases: rows },
} as const satisfies { readonly [F in FunctionName]: { readonly [P in keyof PortsOf[F]]-?: MadeOf } } & Readonly<
  Record<PlatformFunctionName, unknown>
>;
