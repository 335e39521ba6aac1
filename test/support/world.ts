import { memoryWorld } from '../../adapters/memory/world.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import type { AuditEvent, RunEvent } from '../../contract/audit.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { PolicySet, Release, System } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { agent } from './calls.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { definition } from './definition.ts';
import { policies } from './policies.ts';
import { releaseOf } from './release.ts';

export interface TestTool {
  readonly record: ToolVersion;
}

/** Makes a system over in-memory stores, with the real PDP and one release. A test may change its clock. */
export function testWorld(
  tools: readonly TestTool[],
  options: { definition?: Partial<Definition>; engine?: string; policies?: PolicySet } = {},
) {
  const clock = { offset: 0 };
  const now = (): number => Date.now() + clock.offset;
  const agents: Record<string, Definition> = {
    'test-agent': definition(
      tools.map(({ record }) => record),
      options.definition,
    ),
  };
  const release: Release = releaseOf({ tools, agents, policies: options.policies ?? policies });
  const world = memoryWorld({ release: release.id, now });
  const system: System = {
    ledger: world.ledger,
    head: world.head,
    runs: world.runs,
    sources: world.sources,
    library: libraryOf(release),
    pdp: cedarPdp(),
    observer: world.observer,
    engine: options.engine ?? 'engine-1',
    now,
  };
  return {
    ...world,
    stored: world.stored,
    setFaults: (plan: typeof world.faults) => {
      world.faults = plan;
    },
    clock,
    /** The agents of the release. A test may change them; later calls see the change. */
    agents,
    release,
    system,
    events: (): readonly AuditEvent[] =>
      world.stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as AuditEvent),
    openRun: async (more: Partial<Run> = {}): Promise<string> => {
      const id = newUuid();
      const at = new Date(now());
      const run: Run = {
        runId: `run-${id}`,
        owner: { kind: agent.kind, id: agent.id, name: agent.name },
        purpose: 'testing',
        replayable: false,
        release: release.id,
        pins: {},
        engine: 'engine-1',
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + 3_600_000).toISOString(),
        ...more,
      };
      const event: RunEvent = {
        kind: 'run',
        eventId: ownEventId('runs', id),
        at: run.createdAt,
        actor: run.owner,
        runId: run.runId,
        release: run.release,
        pins: {},
        expiresAt: run.expiresAt,
      };
      await world.runs.open(run, event);
      return run.runId;
    },
  };
}
export type TestWorld = ReturnType<typeof testWorld>;
