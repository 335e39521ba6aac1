import type { Hash } from '../contract/canonical.ts';
import type { ReleaseManifest } from '../contract/manifest.ts';
import { checkedTenant, type CheckedTenant } from './checked-tenant.ts';
import { suggestion } from './did-you-mean.ts';
import { emitRelease } from './emit.ts';
import type { Problem } from './problem.ts';
import { problemAt } from './source.ts';

export interface CompileOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  /** The folder that becomes the release. */
  readonly out: string;
  /** SoR id to another origin, such as `http://127.0.0.1:8080` for the local cloud. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Compiles a tenant's folder into a release. `problems` are those with which a release can be made and must not be
 * deployed: versions said to be released that no report proves; the dispatch refuses them.
 * @throws UnknownTenant, TenantInvalid with every problem at once, OutputRefused where something else stands at `out`
 */
export async function compileTenant(
  options: CompileOptions,
): Promise<{ releaseId: Hash; manifest: ReleaseManifest; problems: readonly Problem[] }> {
  const { tenantsDir, tenant, out, overrides = {} } = options;
  const checked = await checkedTenant(tenantsDir, tenant);
  mustBeSors(checked, Object.keys(overrides));
  const { releaseId, manifest, records } = await emitRelease(checked, out, { overrides });
  const unproved = records.filter(({ release }) => release.state !== 'draft' && !release.proved);
  return {
    releaseId,
    manifest,
    problems: unproved.flatMap(({ id, version }) => unprovedProblem(checked, id, version)),
  };
}

function unprovedProblem({ tenant }: CheckedTenant, id: string, version: string): readonly Problem[] {
  const file = tenant.tools.find(({ value }) => value.id === id && value.version === version);
  if (!file) return [];
  const named = `${id}@${version}`;
  const message = tenant.reports.has(named) ? 'its report is of something else' : 'no report proves it';
  return [
    problemAt(file.source, ['release'], `${named} says it passed the gate: ${message}`, `logic-plane promote ${named}`),
  ];
}

function mustBeSors({ tenant }: CheckedTenant, names: readonly string[]): void {
  const sors = tenant.artefacts.filter(({ kind }) => kind === 'Sor').map(({ value }) => value.artefact.id);
  const unknown = names.find((name) => !sors.includes(name));
  if (unknown !== undefined) throw new Error(`no SoR ${unknown} to send elsewhere. ${suggestion(unknown, sors)}`);
}
