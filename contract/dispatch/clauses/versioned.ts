import type { Parsed, Versioned } from '../../call.ts';
import { hasEffect } from '../../effects.ts';
import { Failure } from '../../failures.ts';
import type { Caller, Principal } from '../../authority/identity.ts';
import { reads } from '../../authority/reads.ts';
import type { Release, System } from '../../system.ts';
import { releaseOfHead } from '../../authority/release-in-force.ts';
import { resolvePrincipal } from '../../authority/principal.ts';
import type { ToolVersion } from '../../artefacts/tool-version.ts';
import type { Run } from '../../rows/run.ts';

/**
 * Finds the run, which must be open and belong to the caller, then the caller's rights in the release in force, then
 * the tool version that the caller pins. If there is a run, the pins and the version are taken from the run's release
 * (docs/spec.md, 9.1, Versioned).
 */
export const versioned =
  ({ head, runs, library }: Pick<System, 'head' | 'runs' | 'library'>) =>
  async (call: Parsed): Promise<Versioned> => {
    const [state, found] = await Promise.all([
      head.current(),
      call.runId === undefined ? undefined : runs.find(call.runId),
    ]);
    const inForce = await releaseOfHead(library, state);
    const principal = await resolvePrincipal(inForce, call.caller);
    if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
    const run = ownRun(call, found);
    const release = run === undefined ? inForce : await library.open(run.release);
    if (!release) throw new Failure('run.pin_unavailable', unavailable);
    const pins = release === inForce ? principal.pins : await pinsIn(release, call.caller);
    const record = await recordOf(call, release, pins);
    mustBeBound(call, record);
    return { ...call, principal, record, run, purposeOfUse: purposeOf(call, run), release, inForce };
  };

function ownRun(call: Parsed, run: Run | undefined): Run | undefined {
  if (call.runId === undefined) return undefined;
  if (!run || !reads.Run(call.caller, run))
    throw new Failure('run.unknown', 'Run-Id: this caller has no run with this id');
  if (Date.parse(run.expiresAt) <= call.at)
    throw new Failure('run.expired', `Run-Id: the run expired at ${run.expiresAt}`);
  return run;
}

/** A run keeps the versions that its owner pinned in the run's release, even if the owner pins others now. */
const pinsIn = async (release: Release, caller: Caller): Promise<Principal['pins']> =>
  (await resolvePrincipal(release, caller))?.pins ?? {};

async function recordOf(call: Parsed, release: Release, all: Principal['pins']): Promise<ToolVersion> {
  const versions = release.versions(call.tool);
  if (versions.length === 0) throw new Failure('tool.unknown', 'the release has no tool with this id');
  const pins = Object.hasOwn(all, call.tool) ? (all[call.tool] ?? []) : [];
  const version = call.version ?? (pins.length === 1 ? pins[0] : undefined);
  if (version === undefined && pins.length > 1)
    throw new Failure(
      'version.required',
      `Tool-Version is missing, but the caller pins several versions: ${pins.join(', ')}`,
    );
  if (version === undefined) throw new Failure('version.not_pinned', 'the caller pins no version of this tool');
  if (!versions.includes(version))
    throw new Failure('version.unknown', `the tool does not have this version. ${pinned(pins)}`);
  if (!pins.includes(version))
    throw new Failure('version.not_pinned', `the caller does not pin this version. ${pinned(pins)}`);
  const record = await release.tool(call.tool, version);
  if (!record) throw new Failure('version.unknown', `the tool does not have this version. ${pinned(pins)}`);
  if (record.function !== call.function) {
    throw new Failure('function.unknown', `this path does not serve the tool. Use /v1/${record.function}/${record.id}`);
  }
  return record;
}

const pinned = (pins: readonly string[]): string =>
  pins.length === 0 ? 'The caller pins no version of this tool' : `The caller pins ${pins.join(', ')}`;

function mustBeBound(call: Parsed, record: ToolVersion): void {
  if (!hasEffect(record.effectClass)) return;
  if (call.runId === undefined)
    throw new Failure('run.required', `Run-Id is missing: a tool of class ${record.effectClass} needs a run`);
  // If a stage call has no key, the platform issues one (docs/spec.md, 9.3).
  const issued = record.effectClass === 'stage' || record.idempotency.key === 'derive(args)';
  if (call.key === undefined && !issued) {
    throw new Failure(
      'key.required',
      'Idempotency-Key is missing: the record of this tool says key: caller, so each call of it needs one',
    );
  }
}

function purposeOf(call: Parsed, run: Run | undefined): string {
  if (call.purpose !== undefined && run?.purpose !== undefined && call.purpose !== run.purpose) {
    throw new Failure('purpose.differs', 'Purpose-Of-Use differs from the purpose of the run');
  }
  const purpose = call.purpose ?? run?.purpose;
  if (purpose === undefined)
    throw new Failure('purpose.required', 'Purpose-Of-Use is missing, and the run has no purpose');
  return purpose;
}

const unavailable =
  'the release that the run pins can no longer be opened: it has not been in force for 400 days, or this version of the platform does not read its format. Open a new run';
