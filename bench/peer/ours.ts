import { quietObserver } from '../../adapters/memory/observer.ts';
import { MemoryContent } from '../../adapters/memory/content.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { executeInWorker } from '../../adapters/execution/execute-in-worker.ts';
import { directoryRelease } from '../../adapters/release/directory.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { auditTable } from '../../adapters/tables/audit-table.ts';
import { head, headWriter } from '../../adapters/tables/head.ts';
import { keptRuns } from '../../adapters/tables/kept-runs.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { runs } from '../../adapters/tables/runs.ts';
import { sources } from '../../adapters/tables/sources.ts';
import type { System } from '../../contract/system.ts';
import { toolOver } from '../../contract/tool.ts';
import { toolHandler, type HttpHandler } from '../../lambdas/http.ts';
import { runsHandler } from '../../lambdas/runs/runs.ts';
import { requestHandler } from '../../lambdas/request.ts';
import { validation } from '../../patterns/validation/pattern.ts';
import { executeHere } from '../../contract/dispatch/execution.ts';
import { comparedPatterns, type ComparedPattern } from './patterns.ts';
import { databaseOf, type Setting } from './setting.ts';

export type Handlers = Readonly<Record<ComparedPattern, HttpHandler>>;

export interface Ours {
  readonly handlers: Handlers;
  /** Opens runs and validates, which the comparison needs before it stages. */
  readonly others: Readonly<Record<'runs' | 'validation', HttpHandler>>;
}

/**
 * Returns the product's handlers as their functions build them, each with its worker thread. Metrics and spans are left
 * out, as on the other side. The content store is in memory, because no compared call uses it.
 */
export async function ours(setting: Setting): Promise<Ours> {
  const database = databaseOf(setting);
  const release = await directoryRelease(setting.release);
  const inForce = headWriter(database);
  await inForce.write({ release: release.id, withdrawn: [], suspended: [], telemetryKey: 'k'.repeat(43) }, 0);
  const content = new MemoryContent();
  const system: System = {
    ledger: ledger(database, content),
    head: head(database),
    runs: keptRuns(runs(database)),
    sources: sources(database, content),
    library: libraryOf(release),
    pdp: cedarPdp(),
    observer: quietObserver,
    engine: 'bench',
    now: Date.now,
  };
  const handlerOf = (name: ComparedPattern): HttpHandler => {
    const { pattern, ports } = comparedPatterns[name];
    const execute = executeInWorker(new URL('./our-worker.ts', import.meta.url), { workerData: { setting, name } });
    const readers = { sources: system.sources, ...ports(setting) };
    return toolHandler(name, toolOver(pattern as never, system, { readers, execute }));
  };
  const checks = executeHere(validation, { ports: {}, readers: { sources: system.sources }, library: system.library });
  return {
    handlers: {
      conversion: handlerOf('conversion'),
      lookup: handlerOf('lookup'),
      'action-staging': handlerOf('action-staging'),
    },
    others: {
      runs: requestHandler('runs', system, runsHandler({ ...system, ...runs(database), audit: auditTable(database) })),
      validation: toolHandler(
        'validation',
        toolOver(validation, system, { readers: { sources: system.sources }, execute: checks }),
      ),
    },
  };
}
