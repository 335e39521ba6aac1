import { rm } from 'node:fs/promises';
import { effectClasses } from '../../contract/effects.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { checkedTenant, type CheckedTenant } from '../tenant/checked-tenant.ts';
import { suggestion } from '../tenant/did-you-mean.ts';
import { emitRelease } from '../release/emit.ts';
import type { GoldenCase } from '../tenant/schemas/pack-file.ts';
import type { GateReport } from '../tenant/schemas/report-file.ts';
import { patterns } from '../patterns.ts';
import { gateDigests } from '../release/tool-version.ts';
import { keyNeeded, startCase } from './case-run.ts';
import { disappointment } from './expectation.ts';
import { finding, otherArgumentsProbe, replayProbe, sideEffects, type ProbeFinding } from './probes.ts';
import { UnknownToolVersion } from './unknown-tool-version.ts';
import type { GateWorldFactory } from './world.ts';

export interface GateOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  readonly tool: string;
  readonly version: string;
  /** Path of a folder for the release that the gate runs. The gate removes it at the end. */
  readonly work: string;
  readonly world: GateWorldFactory;
}

/**
 * Runs the eval pack of a tool version in this process: golden cases, idempotency probes and side-effect probes (spec
 * 9.1, eval-gated). The gate treats all versions as released, because otherwise no version could pass.
 * @throws UnknownTenant, TenantInvalid, UnknownToolVersion
 */
export async function gate(options: GateOptions): Promise<GateReport> {
  const checked = await checkedTenant(options.tenantsDir, options.tenant);
  mustExist(checked, options);
  // This is outside `try`, because the gate must not remove a folder that `emitRelease` refuses to use.
  const { records } = await emitRelease(checked, options.work, {
    release: () => ({ state: 'released', proved: true }),
  });
  try {
    return await report(checked, records, options);
  } finally {
    await rm(options.work, { recursive: true, force: true });
  }
}

function mustExist({ tenant }: CheckedTenant, { tool, version }: GateOptions): void {
  const known = tenant.tools.map(({ value }) => `${value.id}@${value.version}`);
  const named = `${tool}@${version}`;
  if (!known.includes(named))
    throw new UnknownToolVersion(`there is no tool version ${named}. ${suggestion(named, known)}`);
}

async function report(
  checked: CheckedTenant,
  records: readonly ToolVersion[],
  options: GateOptions,
): Promise<GateReport> {
  const found = records.find(({ id, version }) => id === options.tool && version === options.version);
  const pack = found && checked.tenant.packs.get(found.evalPack)?.value;
  if (!found || !pack) throw new UnknownToolVersion(`there is no tool version ${options.tool}@${options.version}`);
  const { release: _release, ...record } = found;
  const now = Date.parse(pack.at);
  const cases: ProbeFinding[] = [];
  const probes: ProbeFinding[] = [];
  for (const golden of pack.cases) {
    const { tenantsDir, tenant, work } = options;
    const uses = usesOf(found, golden, records);
    const world = await options.world({ release: work, now: () => now, tenantsDir, tenant, uses });
    const result = await runCase(world, { golden, target: found }, records);
    cases.push(finding(golden.name, result.wrong));
    probes.push(...result.probes);
  }
  probes.push(finding('a case sends other arguments under the same key', missingProbe(found, pack.cases)));
  return {
    tool: found.id,
    version: found.version,
    passed: [...cases, ...probes].every(({ passed }) => passed),
    cases,
    probes,
    digests: gateDigests(checked, record),
  };
}

/** Returns the artefacts that the tool and the tools of its earlier calls use. */
const usesOf = (target: ToolVersion, { before }: GoldenCase, records: readonly ToolVersion[]): readonly string[] =>
  records
    .filter(
      (record) =>
        record === target || before.some(({ tool, version }) => record.id === tool && record.version === version),
    )
    .flatMap(({ uses }) => uses);

async function runCase(
  world: Awaited<ReturnType<GateWorldFactory>>,
  { golden, target }: { readonly golden: GoldenCase; readonly target: ToolVersion },
  records: readonly ToolVersion[],
): Promise<{ wrong: string | undefined; probes: readonly ProbeFinding[] }> {
  try {
    const run = await startCase(world, { golden, target }, (tool, version) => {
      const record = records.find((one) => one.id === tool && one.version === version);
      return record?.function ?? '';
    });
    const args = run.fill(golden.arguments);
    const key = golden.keyed || keyNeeded(target.function) ? run.key : undefined;
    const before = run.counts();
    const outcome = await run.call(args, key);
    const effects = sideEffects(target.effectClass, outcome, { before, after: run.counts() });
    const probes = [finding(`side effects: ${golden.name}`, effects)];
    const bound = key !== undefined || isPortless(target) || effectClasses[target.effectClass].key === 'required';
    if (!('refused' in outcome) && bound) {
      probes.push(finding(`replay: ${golden.name}`, await replayProbe(run, outcome, { args, key })));
    }
    if (golden.otherwise !== undefined && key !== undefined) {
      probes.push(finding(`other arguments: ${golden.name}`, await otherArgumentsProbe(run, golden, key)));
    }
    return { wrong: disappointment(outcome, golden.expect, (value) => run.fill(value)), probes };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : 'failed', probes: [] };
  }
}

/** Checks whether a tool has no port. A repeated call of such a tool is answered from the record of the first call. */
const isPortless = ({ function: name }: ToolVersion): boolean =>
  patterns.some((one) => one.function === name && one.effectClass === 'pure' && one.ports.length === 0);

const missingProbe = (target: ToolVersion, cases: readonly GoldenCase[]): string | undefined =>
  cases.some((golden) => golden.otherwise !== undefined && (golden.keyed || keyNeeded(target.function)))
    ? undefined
    : 'no case with an idempotency key has the member `otherwise`. Add `otherwise`, with other arguments, to one case';
