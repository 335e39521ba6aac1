import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { corpora } from '../../adapters/corpora/corpora.ts';
import { MemoryModel } from '../../adapters/memory/model.ts';
import { memoryWorld } from '../../adapters/memory/world.ts';
import { directoryRelease } from '../../adapters/release/directory.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import type { RunEvent } from '../../contract/audit.ts';
import { ownEventId, newUuid } from '../../contract/dispatch/keys.ts';
import { publishCorpora } from '../../local/demo/corpora.ts';
import { standSource } from './source.ts';
import type { GateWorldFactory } from '../../registry/gate/world.ts';

/** Builds the system that the gate tests: memory stores, the real PDP, and recorded answers of systems of record. */
export const gateWorld: GateWorldFactory = async ({ release, now, tenantsDir, tenant, uses }) => {
  const opened = await directoryRelease(release);
  const world = memoryWorld({ release: opened.id, now });
  const { content, head, headWriter } = world;
  await headWriter.write({ release: opened.id, withdrawn: [], suspended: [] }, 0);
  await publishCorpora({ tenantsDir, tenant, uses, content, head: headWriter });
  const model = new MemoryModel();
  const directory = join(tmpdir(), 'logic-plane-corpora');
  const rows = (table: 'actions' | 'tasks', prefix: string): number =>
    world.stored.items(table).filter(({ pk }) => String(pk).startsWith(prefix)).length;
  return {
    system: {
      ledger: world.ledger,
      head: world.head,
      runs: world.runs,
      sources: world.sources,
      library: libraryOf(opened),
      pdp: cedarPdp(),
      observer: world.observer,
      engine: 'gate',
      now,
    },
    ports: {
      model,
      corpora: corpora({ head, content, directory }),
      connectors: world.connectors,
      dispatches: world.dispatches,
      actions: world.actions,
      objects: world.objects,
    },
    answer: (sor, path, answer) => world.connectors.answer({ id: sor }, path, answer),
    stand: (source) => standSource(world, source, new Date(now()).toISOString()),
    standObject: async (object) => {
      if ((await world.objectWriter.put([object])) === 'moved')
        throw new Error(
          `${object.id} already exists in another version. List it only once under objects, in the case or in its earlier calls`,
        );
    },
    modelSays: (answers) => model.answer(...answers),
    openRun: async (run) => {
      const event: RunEvent = {
        kind: 'run',
        eventId: ownEventId('runs', newUuid()),
        at: run.createdAt,
        actor: run.owner,
        runId: run.runId,
        release: run.release,
        pins: run.pins,
        expiresAt: run.expiresAt,
      };
      await world.runs.open(run, event);
    },
    counts: () => ({
      actions: rows('actions', 'act-'),
      tasks: rows('tasks', 'task-'),
      events: world.stored.items('ledger').length,
      reads: world.connectors.reads.length,
    }),
  };
};
