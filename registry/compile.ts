import type { Hash } from '../contract/canonical.ts';
import type { ReleaseManifest } from '../contract/manifest.ts';
import { checkedTenant, type CheckedTenant } from './checked-tenant.ts';
import { emitRelease } from './emit.ts';
import { isLoopback, originProblem } from './origin-problem.ts';
import { OverrideRefused } from './override-refused.ts';
import type { Problem } from './problem.ts';
import { unprovedProblem } from './unproved.ts';

export interface CompileOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  /** The folder that becomes the release. */
  readonly out: string;
  /** SoR id to another origin. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** For the local cloud, where an origin may be http on loopback. @default false */
  readonly local?: boolean;
}

/**
 * Compiles a tenant's folder into a release. `problems` are those with which a release can be made and must not be
 * deployed: versions said to be released that no report proves; the dispatch refuses them.
 * @throws UnknownTenant, TenantInvalid with every problem at once, OutputRefused where something else stands at `out`,
 *   OverrideRefused of an SoR that does not stand there, or of an origin that a deployment must not reach
 */
export async function compileTenant(
  options: CompileOptions,
): Promise<{ releaseId: Hash; manifest: ReleaseManifest; problems: readonly Problem[] }> {
  const { tenantsDir, tenant, out, overrides = {}, local = false } = options;
  const checked = await checkedTenant(tenantsDir, tenant);
  for (const [sor, origin] of Object.entries(overrides)) mustBeSendable(checked, sor, origin, local);
  const { releaseId, manifest, records } = await emitRelease(checked, out, { overrides });
  const unproved = records.filter(({ release }) => release.state !== 'draft' && !release.proved);
  return {
    releaseId,
    manifest,
    problems: unproved.flatMap(({ id, version }) => unprovedProblem(checked, id, version)),
  };
}

/** The origin is not said again: it may hold what was not meant for a log. */
function mustBeSendable({ tenant }: CheckedTenant, sor: string, origin: string, local: boolean): void {
  const sors = tenant.artefacts.filter(({ kind }) => kind === 'Sor').map(({ value }) => value.artefact.id);
  if (!sors.includes(sor)) {
    const there = [...new Set(sors)].sort().join(', ');
    throw new OverrideRefused(
      `no SoR ${sor} to send elsewhere; ${there === '' ? 'there are none' : `there are: ${there}`}`,
    );
  }
  if (isLoopback(origin)) {
    if (local) return;
    throw new OverrideRefused(`the origin of ${sor} is on this machine: only of the local cloud, with -c local=true`);
  }
  const problem = originProblem(origin);
  if (problem !== undefined) throw new OverrideRefused(`the origin of ${sor} ${problem}`);
}
