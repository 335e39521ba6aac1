import { memoryWorld } from '../../adapters/memory/world.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { PartRefused } from '../../adapters/release/parts.ts';
import type { Outcome } from '../../contract/call.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import { top } from '../../contract/authority/markings.ts';
import type { Corpora } from '../../contract/artefacts/corpus.ts';
import type { DispatchRecord, Release, Sources, System } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';
import { gatedTools } from '../../registry/gate/tools.ts';
import { unpinnedPorts } from './unpinned-ports.ts';

/** Everything that a replay needs in addition to the record of a call. */
export interface ReplayWorld {
  readonly release: Release;
  readonly run: Run;
  readonly sources: Sources;
  readonly corpora: Corpora;
  readonly engine: string;
}

export interface Again {
  readonly outcome: Outcome;
  /** Kind of the input that the call names but that could not be read. Undefined if all inputs were read. */
  readonly lost?: 'source' | 'corpus';
}

/**
 * Makes a recorded call again in this process. The call passes the same clauses, with the recorded time, caller,
 * purpose and version. Permission is not decided again: the caller has all rights of the record, and the PDP allows the
 * call under the recorded policies. The eval report is not checked again either. The call reads only data that its hash
 * identifies (sources and corpus snapshots) and writes only into memory.
 * @throws PartRefused if the release is damaged
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
    library: libraryOf(release),
    sources: noticingSources(given.sources, seen),
    pdp: { decide: async () => ({ verdict: 'allow', policies: receipt.policies }) },
    observer: world.observer,
    engine: given.engine,
    now: () => at,
  };
  const ports = { ...unpinnedPorts, corpora: noticingCorpora(given.corpora, seen) };
  const run = gatedTools(system, ports)[event.function];
  if (!run) throw new Error(`this build has no function ${event.function}. Replay with the build that made the call`);
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

/** Causes of a refusal. The contract answers every error with a refusal that hides its cause, so the ports note it here. */
interface Seen {
  refused?: PartRefused;
  lost?: 'source' | 'corpus';
}

/**
 * Returns the release with an agent that may make the recorded call. The agents and groups of the call came from the
 * release that was in force at the time of the call, which can be another release. Every tool counts as proved, because
 * no eval report can exist for a release that somebody changed in order to compare results.
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
    agent: async () => holder,
    group: async () => holder,
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
      if (error instanceof PartRefused) seen.refused = error;
      throw error;
    }
  };
  return {
    ...release,
    tool: (id, version) => noticed(release.tool(id, version)),
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
  // The run pins its snapshots, so the snapshot in force now does not matter.
  current: async () => undefined,
  open: async (corpus, id) => {
    const snapshot = await corpora.open(corpus, id).catch(() => undefined);
    if (!snapshot) seen.lost = 'corpus';
    return snapshot;
  },
});
