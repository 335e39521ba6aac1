import { quietObserver } from '../../../adapters/memory/observer.ts';
import { actions } from '../../../adapters/tables/actions.ts';
import { dispatches } from '../../../adapters/tables/dispatches.ts';
import { head } from '../../../adapters/tables/head.ts';
import { keptRuns } from '../../../adapters/tables/kept-runs.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import { runs } from '../../../adapters/tables/runs.ts';
import { sources } from '../../../adapters/tables/sources.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { System } from '../../../contract/system.ts';
import { toolHandler } from '../../../lambdas/http.ts';
import { benchOf, type Bench } from '../../patterns/contract/bench.ts';
import { beginning, callers, key } from '../../patterns/contract/fixed.ts';
import type { Sample } from '../../patterns/contract/sample.ts';
import { samples } from '../../patterns/contract/samples.ts';
import { eventOf } from '../../support/journey/gateway.ts';
import type { Outside } from '../outside.ts';
import { sceneOf, type Scene, type World } from '../scene.ts';
import { connectorsOver, sorAnswering } from './records.ts';

/** Calls of each pattern, each with a key. */
export const toolScenes: readonly Scene[] = samples.map((sample) =>
  sceneOf({ of: 'tool', title: `POST /v1/${sample.declaration.function}/{tool}`, startsAt: beginning }, () =>
    worldOf(sample),
  ),
);

async function worldOf(sample: Sample): Promise<World<'tool'>> {
  const bench = await benchOf(sample);
  Object.defineProperty(bench.clock, 'at', { get: Date.now });
  const { stored, content } = bench.world;
  const { connectors, model, corpora, exports } = bench.ports;
  return {
    outside: {
      database: stored,
      content,
      library: bench.system.library,
      pdp: bench.system.pdp,
      observer: quietObserver,
      clock: { now: Date.now },
      secretStore: { fetch: async () => 'read-credential-of-a-test' },
      sor: sorAnswering(connectors),
      model,
      corpora,
      exports,
    },
    ports: (outside) => systemOver(outside, bench),
    invoke: (ports) => toolHandler(bench.record.function, sample.toolOver(ports, ports))(requestOf(bench)),
    state: () => ({ records: bench.records().length, effects: bench.effects() }),
    effects: () => ({ records: bench.records().length, effects: bench.effects() }),
    events: () => stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as AuditEvent),
  };
}

/** The system and the ports of a tool as `lambdas/tool-system.ts` makes them. */
function systemOver(outside: Outside, bench: Bench): System & Ports {
  const { database, content, library, clock } = outside;
  return {
    ledger: ledger(database, content),
    head: head(database, { initial: bench.release, now: clock.now }),
    runs: keptRuns(runs(database)),
    library,
    sources: sources(database, content, clock.now),
    pdp: outside.pdp,
    observer: outside.observer,
    engine: bench.system.engine,
    now: clock.now,
    model: outside.model,
    corpora: outside.corpora,
    connectors: connectorsOver(outside),
    dispatches: dispatches(database, content),
    actions: actions(database),
    objects: objects(database, clock.now),
    exports: outside.exports,
  };
}

const requestOf = (bench: Bench) =>
  eventOf({
    who: callers.one,
    route: 'POST /v1/{function}/{tool}',
    path: { tool: bench.record.id },
    headers: { 'run-id': bench.call({}).runId ?? '', 'idempotency-key': key, 'purpose-of-use': 'testing' },
    body: bench.asked.one.first,
  });
