import { hashOf, type Hash } from '../../contract/values/canonical.ts';
import { join } from '../../contract/authority/markings.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import { declarationOf, patternRows } from '../patterns.ts';
import { shapesOf } from '../tenant/shapes-of.ts';
import type { GateReport } from '../tenant/schemas/report-file.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';

/** Returns the compiled record without its release block. */
export function unreleased(checked: CheckedTenant, file: ToolFile): Omit<ToolVersion, 'release'> {
  const { tenant, signatures } = checked;
  const declaration = declarationOf(file);
  const compiled = signatures.get(`${file.id}@${file.version}`);
  if (!declaration || !compiled) throw new Error(`${file.id}@${file.version} has no checked signature`);
  const { ontologyUse } = patternRows[file.pattern];
  return {
    id: file.id,
    version: file.version,
    title: file.title,
    description: file.description,
    pattern: file.pattern,
    function: declaration.function,
    effectClass: file.effectClass,
    ontologyPin: file.ontologyPin,
    scopes: file.scopes,
    markings: file.markings.allowed,
    purposes: file.purposes,
    idempotency: { key: file.idempotency.key, ttlSeconds: file.idempotency.ttl },
    sla: { p50Millis: file.sla.p50, p99Millis: file.sla.p99 },
    uses: file.uses,
    settings: declaration.settings.parse({
      ...Object(file.settings ?? {}),
      ...ontologyUse?.(file, compiled.schema.request, {
        shapes: shapesOf(tenant),
        scheme: tenant.markings.value,
      }).settings,
    }),
    signature: hashOf(compiled.schema),
    schema: compiled.schema,
    reaches: join(tenant.markings.value, compiled.reaches),
    evalPack: file.evalPack,
  };
}

/**
 * Returns the digests to which an eval report is bound. The digests are computed from the artefacts in the tenant's
 * files, so an override of an SoR does not make a report invalid.
 */
export function gateDigests(checked: CheckedTenant, record: Omit<ToolVersion, 'release'>): GateReport['digests'] {
  const { tenant } = checked;
  const used = tenant.artefacts.filter(({ value }) =>
    record.uses.includes(`${value.artefact.id}@${value.artefact.version}`),
  );
  return {
    record: hashOf(record),
    signature: record.signature,
    pack: hashOf(tenant.packs.get(record.evalPack)?.source.value ?? null),
    artefacts: Object.fromEntries(
      used
        .map(({ value: { artefact } }): [string, Hash] => [`${artefact.id}@${artefact.version}`, hashOf(artefact)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** Returns the release block of a version, and whether a passed eval report proves exactly this version. */
export function releaseOf(
  checked: CheckedTenant,
  file: ToolFile,
  record: Omit<ToolVersion, 'release'>,
): ToolVersion['release'] {
  const state = file.release?.state ?? 'draft';
  const report = checked.tenant.reports.get(`${file.id}@${file.version}`);
  const passed = file.release?.gate === 'passed' && report?.passed === true;
  return { state, proved: passed && hashOf(report.digests) === hashOf(gateDigests(checked, record)) };
}
