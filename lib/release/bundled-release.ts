import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hash } from '../../contract/values/canonical.ts';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import type { Sor } from '../../contract/artefacts/sor.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { compileTenant, type CompileOptions } from '../../registry/release/compile.ts';
import { formatProblem } from '../../registry/tenant/problem.ts';
import { functionsWithoutEgress, toolFunctions, type BundledRelease } from '../deployment.ts';
import { withExports } from './exported-types.ts';
import { withModels } from './models.ts';
import { needsOf } from './needs.ts';
import { writePackage } from './package-file.ts';
import { sorsWithSecrets, withTables } from './source-tables.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Compiles a tenant and returns the parts of its release that become infrastructure.
 * @throws UnknownTenant, TenantInvalid, or UsageError naming each released tool version without a valid eval report
 * (9.1, eval-gated)
 */
export async function bundledRelease(options: CompileOptions): Promise<BundledRelease> {
  const { releaseId, manifest, subscribers, problems } = await compileTenant(options);
  if (problems.length > 0) {
    throw new UsageError(
      `tenant ${options.tenant} has tool versions without a valid eval report:\n${problems.map(formatProblem).join('\n')}`,
    );
  }
  // Reads a part that this process has just written.
  const part = (digest: Hash): unknown => JSON.parse(readFileSync(join(options.out, 'parts', digest), 'utf8'));
  const records = Object.values(manifest.tools).flatMap((versions) =>
    Object.values(versions).map((digest) => part(digest) as ToolVersion),
  );
  const extractors = manifest.artefacts
    .filter(({ kind }) => kind === 'Extractor')
    .map(({ digest }) => part(digest) as Extractor);
  const sors = manifest.artefacts.filter(({ kind }) => kind === 'Sor').map(({ digest }) => part(digest) as Sor);
  const used = toolFunctions(records).map((row) =>
    withTables(withExports(withModels(row, records, extractors), records), records, sors),
  );
  const others = functionsWithoutEgress().filter((row) => !used.some(({ name }) => name === row.name));
  const named = {
    agents: Object.keys(manifest.agents).sort(),
    groups: Object.keys(manifest.groups).sort(),
    textract: manifest.textract === true,
    sors: sorsWithSecrets(sors),
  };
  const needs = needsOf(used, named);
  const { overrides: places = {}, local = false } = options;
  return {
    id: releaseId,
    directory: options.out,
    packageFile: writePackage(options.out, { needs, places, local }),
    needs,
    subscribers,
    functions: [...used, ...others].sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...named,
  };
}
