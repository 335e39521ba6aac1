import { memoryWorld } from '../../adapters/memory/world.ts';
import { ChunkRefused } from '../../adapters/release/directory.ts';
import type { Outcome } from '../../contract/call.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import { top } from '../../contract/authority/markings.ts';
import type { Corpora } from '../../contract/artefacts/corpus.ts';
import type { DispatchRecord, Release, Sources, System } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';
import { gatedTools } from '../../registry/gate/tools.ts';
import { unpinnedPorts } from './unpinned-ports.ts';

/** What a replay stands on beside the record: the release, the run, and where sources and corpora are read. */
export interface ReplayWorld {
  readonly release: Release;
  readonly run: Run;
  readonly sources: Sources;
  readonly corpora: Corpora;
  readonly engine: string;
}

export interface Again {
  readonly outcome: Outcome;
  /** What the call names and could not be read here. */
  readonly lost?: 'source' | 'corpus';
}

/**
 * Makes a recorded call again, by the same chain, in this process and over empty stores: at its time, by its principal,
 * for its purpose, of its version. What was permitted then is not asked again: the principal holds what the record says,
 * the policies are those that decided, and whether an eval report proves this release is a question of its deploy. Nothing
 * is read but what stands under its hash, sources and corpora, and nothing is written.
 * @throws ChunkRefused where the release is damaged
 */
export async function callAgain(
  { event, receipt }: DispatchRecord,
  argsText: string,
  given: ReplayWorld,
): Promise<Again> {
  const at = Date.parse(event.at);
  const seen: Seen = {};
  const world = memoryWorld();
  const release = asPermitted(noticing(given.release, seen), { event, receipt });
  const system: System = {
    ledger: world.ledger,
    head: { current: async () => ({ release: release.id, withdrawn: [], suspended: [] }) },
    runs: { find: async (id) => (id === given.run.runId ? { ...given.run, release: release.id } : undefined) },
    library: { bundled: release.id, open: async (id) => (id === release.id ? release : undefined) },
    sources: noticingSources(given.sources, seen),
    pdp: { decide: async () => ({ verdict: 'allow', policies: receipt.policies }) },
    observer: world.observer,
    engine: given.engine,
    now: () => at,
  };
  const ports = { ...unpinnedPorts, corpora: noticingCorpora(given.corpora, seen) };
  const run = gatedTools(system, ports)[event.function];
  if (!run) throw new Error(`no function ${event.function} in this build`);
  const outcome = await run({
    id: event.eventId.slice(event.eventId.lastIndexOf('.') + 1),
    at,
    deadlineAt: at + timeLimits.callMillis,
    caller: { ...event.actor, kind: event.actor.kind === 'human' ? 'human' : 'agent', groups: ['recorded'] },
    function: event.function,
    tool: receipt.tool,
    version: receipt.version,
    ...(event.purpose === undefined ? {} : { purpose: event.purpose }),
    runId: given.run.runId,
    body: argsText,
  });
  const { refused, lost } = seen;
  if (refused) throw refused;
  return { outcome, ...(lost === undefined ? {} : { lost }) };
}

/** A chain never throws, and of an error that it does not know it says nothing: what a reader must know is kept here. */
interface Seen {
  refused?: ChunkRefused;
  lost?: 'source' | 'corpus';
}

/**
 * The release as its caller was permitted to use it: agents and groups come from another release, that in force then. Of a
 * copy in which a table was changed no report can be.
 */
function asPermitted(release: Release, { event, receipt }: Pick<DispatchRecord, 'event' | 'receipt'>): Release {
  const holder: Definition = {
    id: event.actor.name,
    scopes: [],
    clearances: top(release.markings),
    purposes: event.purpose === undefined ? [] : [event.purpose],
    tools: { [receipt.tool]: receipt.version },
  };
  return {
    ...release,
    agent: () => holder,
    group: () => holder,
    tool: async (id, version) => {
      const record = await release.tool(id, version);
      return record && { ...record, release: { state: 'released', proved: true } };
    },
  };
}

function noticing(release: Release, seen: Seen): Release {
  const noticed = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof ChunkRefused) seen.refused = error;
      throw error;
    }
  };
  return {
    ...release,
    tool: (id, version) => noticed(release.tool(id, version)),
    signature: (record) => noticed(release.signature(record)),
    load: (descriptor) => noticed(release.load(descriptor)),
  };
}

const noticingSources = (sources: Sources, seen: Seen): Sources => ({
  find: async (ids) => {
    const found = await sources.find(ids).catch(() => ids.map(() => undefined));
    if (found.some((source) => source?.state !== 'located')) seen.lost = 'source';
    return found;
  },
  text: async (source) => {
    try {
      return await sources.text(source);
    } catch (error) {
      seen.lost = 'source';
      throw error;
    }
  },
});

const noticingCorpora = (corpora: Corpora, seen: Seen): Corpora => ({
  // The run pins its snapshots: which one is in force now is not asked.
  current: async () => undefined,
  open: async (corpus, id) => {
    const snapshot = await corpora.open(corpus, id).catch(() => undefined);
    if (!snapshot) seen.lost = 'corpus';
    return snapshot;
  },
});
