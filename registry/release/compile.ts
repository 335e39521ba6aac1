import type { Hash } from '../../contract/values/canonical.ts';
import type { ReleaseManifest } from '../../contract/artefacts/manifest.ts';
import { checkedTenant, type CheckedTenant } from '../tenant/checked-tenant.ts';
import { emitRelease } from './emit.ts';
import { OverrideRefused } from './override-refused.ts';
import type { Problem } from '../tenant/problem.ts';
import { placeProblem } from './sor-place.ts';
import { subscribersOf, type Subscriber } from './subscribers.ts';
import { unprovedProblem } from './unproved.ts';

export interface CompileOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  /** Path of the folder for the release. */
  readonly out: string;
  /** Origins that replace the origins in the SoR files, by SoR id. For an SoR that is a table, the value is its ARN. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** True for the local cloud, where an origin may be http on a loopback address. @default false */
  readonly local?: boolean;
}

/**
 * Compiles a tenant's folder into a release. `problems` are released versions that no eval report proves. The release
 * can be written with them but must not be deployed, and a dispatch refuses these versions.
 * @throws UnknownTenant, TenantInvalid with every problem at once, OutputRefused if `out` has other files,
 * OverrideRefused if the SoR of an override does not exist or its place is not allowed
 */
export async function compileTenant(options: CompileOptions): Promise<{
  releaseId: Hash;
  manifest: ReleaseManifest;
  /** They are told about Tasks. They are not part of the release: a deploy subscribes them. */
  subscribers: readonly Subscriber[];
  problems: readonly Problem[];
}> {
  const { tenantsDir, tenant, out, overrides = {}, local = false } = options;
  const checked = await checkedTenant(tenantsDir, tenant);
  for (const [sor, place] of Object.entries(overrides)) mustBeSendable(checked, sor, { place, local });
  const { releaseId, manifest, records } = await emitRelease(checked, out, { overrides });
  const unproved = records.filter(({ release }) => release.state !== 'draft' && !release.proved);
  return {
    releaseId,
    manifest,
    subscribers: subscribersOf(checked.tenant),
    problems: unproved.flatMap(({ id, version }) => unprovedProblem(checked, id, version)),
  };
}

function mustBeSendable(
  { tenant }: CheckedTenant,
  id: string,
  { place, local }: { readonly place: string; readonly local: boolean },
): void {
  const sors = tenant.artefacts.flatMap(({ kind, value }) => (kind === 'Sor' ? [value.artefact] : []));
  const named = sors.filter((sor) => sor.id === id);
  if (named.length === 0) {
    const there = [...new Set(sors.map((sor) => sor.id))].sort().join(', ');
    throw new OverrideRefused(
      `there is no SoR ${id}. ${there === '' ? 'The tenant has no SoR: remove the override' : `Use one of: ${there}`}`,
    );
  }
  for (const sor of named) {
    const problem = placeProblem(sor, place, local);
    if (problem !== undefined) throw new OverrideRefused(problem);
  }
}
