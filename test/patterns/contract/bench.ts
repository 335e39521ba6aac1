import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import type { AuditEvent, DispatchEvent } from '../../../contract/audit.ts';
import type { Call, Outcome, Tool } from '../../../contract/call.ts';
import { effectClasses, hasEffect } from '../../../contract/effects.ts';
import type { Caller, Definition } from '../../../contract/authority/identity.ts';
import { ownEventId } from '../../../contract/dispatch/keys.ts';
import type { PolicySet, Release, System } from '../../../contract/system.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { callTo } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { definition } from '../../support/definition.ts';
import { beginning, callers, key, uuidOf } from './fixed.ts';
import { loading, portsWithoutImplementation, watched, type Touch } from './ports.ts';
import { telling } from './telling.ts';
import { recordFor, scheme } from './record.ts';
import type { Around, Asked, Flavour, Sample } from './sample.ts';

const pdp = cedarPdp();

/** Changes that a contract test makes to the world in which the calls of a sample are answered. */
export interface Setting extends Around {
  readonly flavour?: Flavour;
  /** Part of the run ids, so that different worlds have different runs. @default a new name for each bench */
  readonly world?: string;
  readonly record?: Partial<ToolVersion>;
  readonly definition?: Partial<Definition>;
  readonly policies?: PolicySet;
  readonly system?: (system: System) => System;
  readonly ports?: (ports: Ports) => Partial<Ports>;
  /** @default the schemas of the sample's signature */
  readonly schema?: ToolVersion['schema'];
  /** The policies that permit every call of a test. @default compiled here */
  readonly permitting?: PolicySet;
}

type More = Partial<Call> & { readonly keyless?: boolean; readonly runless?: boolean };

/** A test bench: one sample in a world of its own, and everything that its calls did there. */
export interface Bench {
  readonly record: ToolVersion;
  /** The id of the release in force. */
  readonly release: string;
  readonly asked: Readonly<Record<keyof typeof callers, Asked>>;
  readonly clock: { at: number };
  /** The agents of the release in force. A contract test may change them. */
  readonly agents: Record<string, Definition>;
  readonly world: ReturnType<typeof memoryWorld>;
  readonly system: System;
  readonly ports: Ports;
  /** All calls of port methods since the bench was made. */
  readonly touched: Touch[];
  /** Artefacts whose content was loaded since the bench was made, as `name@version`. */
  readonly loaded: string[];
  /** Spans, metrics and failures that the tool reported. */
  readonly told: unknown[];
  /** Makes a call in the bench's run, with a key if the effect class needs one. */
  call(args: unknown, more?: More): Call;
  ask(args: unknown, more?: More): Promise<Outcome>;
  /** Dispatch events that were recorded since the bench was made. */
  events(): readonly DispatchEvent[];
  /** Dispatch records that were written to the ledger since the bench was made. */
  records(): readonly Readonly<Record<string, unknown>>[];
  /** The number of Actions and Tasks that were written since the bench was made. */
  effects(): number;
}

let benches = 0;

/** Prepares a sample in a world of its own. Equal settings make equal worlds, with equal ids and times. */
export async function benchOf(sample: Sample, setting: Setting = {}): Promise<Bench> {
  const { flavour = 'plain' } = setting;
  const clock = { at: beginning };
  const now = (): number => clock.at;
  // These imports are dynamic, because a fresh worker loads all modules again and gets schemas and policies from outside.
  const schema = setting.schema ?? (await import('./signature.ts')).schemasOf(sample);
  const policies = setting.permitting ?? (await import('../../support/policies.ts')).policies;
  const record = { ...recordFor(sample), schema, ...setting.record };
  const beside = sample.beside ?? [];
  const agents = {
    'test-agent': definition([record, ...beside], { ...cleared, ...setting.definition }),
    'other-agent': definition([record, ...beside], { id: 'other-agent', ...cleared, ...setting.definition }),
  };
  const release = (isPreparing: boolean): Release =>
    releaseOf({
      id: `release-${flavour}`,
      markings: scheme,
      tools: [{ record }, ...beside.map((other) => ({ record: other }))],
      artefacts: sample.artefacts(flavour),
      agents: isPreparing ? { ...agents, ...allCleared([record, ...beside]) } : agents,
      policies: isPreparing ? policies : (setting.policies ?? policies),
    });
  const world = memoryWorld({ release: `release-${flavour}`, now });
  const told: unknown[] = [];
  const base: System = {
    ledger: world.ledger,
    head: world.head,
    runs: world.runs,
    sources: world.sources,
    library: libraryOf(release(true)),
    pdp,
    observer: telling(told),
    engine: 'engine-1',
    now,
  };
  const whole = { ...portsWithoutImplementation(), ...world, ...(await sample.ports?.(world, flavour)) };
  const scene = { world, system: base, ports: whole, flavour };
  await world.headWriter.write(
    { release: `release-${flavour}`, withdrawn: [], suspended: [], telemetryKey: 'telemetry' },
    0,
  );
  await sample.seed?.(scene);
  // One worker may serve many benches, and it caches by run. So each bench needs runs with other ids.
  const name = setting.world ?? `world-${(benches += 1)}`;
  const runs = { one: `run-of-one-agent-in-${name}`, another: `run-of-another-agent-in-${name}` };
  for (const who of ['one', 'another'] as const) await openRun(base, world, { runId: runs[who], caller: callers[who] });
  const asked = {
    one: await sample.prepare({ ...scene, caller: callers.one, runId: runs.one }),
    another: await sample.prepare({ ...scene, caller: callers.another, runId: runs.another }),
  };
  const loaded: string[] = [];
  const watchedSystem: System = { ...base, library: libraryOf(loading(release(false), loaded)) };
  const system = setting.system?.(watchedSystem) ?? watchedSystem;
  const touched: Touch[] = [];
  const ports = watched({ ...whole, ...setting.ports?.(whole) }, touched);
  const run: Tool = sample.toolOver(system, ports, setting);
  const before = { ledger: world.stored.items('ledger').length, effects: effectsOf(world) };
  told.length = 0;
  world.content.requests.length = 0;
  let calls = 0;
  const call: Bench['call'] = (args, { keyless, runless, ...more } = {}) => ({
    ...callTo(record, args, { at: clock.at, deadlineAt: clock.at + 24_000, id: uuidOf(1000 + calls++) }),
    ...(runless ? {} : { runId: more.caller?.name === callers.another.name ? runs.another : runs.one }),
    ...(hasEffect(record.effectClass) && record.idempotency.key === 'caller' && !keyless ? { key } : {}),
    ...more,
  });
  const left = () => world.stored.items('ledger').slice(before.ledger);
  // Items of the ledger never change, so each one is parsed once.
  const read: AuditEvent[] = [];
  const events = (): readonly DispatchEvent[] => {
    for (const item of left().slice(read.length)) read.push(JSON.parse(String(item['event'])) as AuditEvent);
    return read.filter((event) => event.kind === 'dispatch');
  };
  return {
    record,
    release: `release-${flavour}`,
    asked,
    clock,
    agents,
    world,
    system,
    ports,
    touched,
    loaded,
    told,
    call,
    ask: (args, more) => run(call(args, more)),
    events,
    records: () => left().filter((item) => item['fingerprint'] !== undefined),
    effects: () => effectsOf(world) - before.effects,
  };
}

/** Clearances for all markings of the scheme. A contract test removes those that it is about. */
const cleared = { clearances: ['pii.high', 'regulated.kvkk'] };
const allCleared = (tools: readonly ToolVersion[]): Record<string, Definition> => ({
  'test-agent': definition(tools, cleared),
  'other-agent': definition(tools, { id: 'other-agent', ...cleared }),
});

async function openRun(
  system: System,
  { runs }: ReturnType<typeof memoryWorld>,
  { runId, caller }: { readonly runId: string; readonly caller: Caller },
): Promise<void> {
  const at = new Date(beginning).toISOString();
  const owner = { kind: caller.kind, id: caller.id, name: caller.name };
  const { release, corpora = {} } = await system.head.current();
  const expiresAt = new Date(beginning + 3_600_000).toISOString();
  const run = { runId, owner, purpose: 'testing', replayable: false, release, engine: 'engine-1', expiresAt };
  await runs.open(
    { ...run, pins: corpora, createdAt: at },
    {
      kind: 'run',
      eventId: ownEventId('runs', uuidOf(caller === callers.one ? 901 : 902)),
      at,
      actor: owner,
      runId,
      release,
      pins: {},
      expiresAt,
    },
  );
}

const rowsOf = ({ stored }: ReturnType<typeof memoryWorld>, table: 'actions' | 'tasks', prefix: string): number =>
  stored.items(table).filter(({ pk }) => String(pk).startsWith(prefix)).length;
const effectsOf = (world: ReturnType<typeof memoryWorld>): number =>
  rowsOf(world, 'actions', 'act-') + rowsOf(world, 'tasks', 'task-');

/** Returns how many rows an answered call of the sample writes as its effect. */
export const effectsOfOne = ({ declaration }: Sample): number =>
  effectClasses[declaration.effectClass].effects.length > 0 ? 1 : 0;
