import { canonicalJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import { top } from '../../contract/authority/markings.ts';
import { releaseFormats, summaryOf, type ReleaseManifest } from '../../contract/artefacts/manifest.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import type { Descriptor } from '../../contract/artefacts/artefacts.ts';
import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import { mustBeReplaceable, replaceRelease } from './replace-release.ts';
import type { AgentFile, GroupFile } from '../tenant/schemas/definition-file.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import type { LoadedFile } from '../tenant/tenant.ts';
import { withPlace } from './sor-place.ts';
import { releaseOf, unreleased } from './tool-version.ts';

export interface EmitOptions {
  /** Origins that replace the origins in the SoR files, by SoR id. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Returns the release block of a version. @default the block in its record, proved by its eval report */
  readonly release?: (file: ToolFile, record: Omit<ToolVersion, 'release'>) => ToolVersion['release'];
}

/**
 * Writes a release into `out`, completely or not at all. The same folder always gives the same bytes: the files contain
 * no time, no path and no random name.
 * @throws OutputRefused if `out` has anything but an earlier release
 */
export async function emitRelease(
  checked: CheckedTenant,
  out: string,
  options: EmitOptions = {},
): Promise<{ releaseId: Hash; manifest: ReleaseManifest; records: readonly ToolVersion[] }> {
  await mustBeReplaceable(out);
  const parts = new Map<string, string>();
  const json = (value: unknown): Hash => keep(parts, canonicalJson(value));
  const records: ToolVersion[] = [];
  for (const { value: file } of checked.tenant.tools) {
    const record = unreleased(checked, file);
    const release = options.release ?? ((file, record) => releaseOf(checked, file, record));
    records.push({ ...record, release: release(file, record) });
  }
  const { tenant, policies, policyTexts } = checked;
  for (const text of policyTexts.values()) keep(parts, text);
  const manifest: ReleaseManifest = {
    format: releaseFormats[0],
    tenant: tenant.name,
    title: tenant.file.value.title,
    markings: tenant.markings.value,
    sourceMarkings: tenant.file.value.sources?.markings ?? top(tenant.markings.value),
    ...(tenant.file.value.sources?.textract === undefined ? {} : { textract: true }),
    tools: toolTable(records, json),
    summaries: json(records.map(summaryOf)),
    artefacts: descriptors(checked, options.overrides ?? {}, json),
    agents: definitions(tenant.agents, json),
    groups: definitions(tenant.groups, json),
    policies: json(policies),
  };
  const text = canonicalJson(manifest);
  await replaceRelease(out, new Map([...parts, ['manifest.json', text]]));
  return { releaseId: sha256(text), manifest, records };
}

function keep(parts: Map<string, string>, text: string): Hash {
  const digest = sha256(text);
  parts.set(`parts/${digest}`, text);
  return digest;
}

function toolTable(records: readonly ToolVersion[], json: (value: unknown) => Hash): ReleaseManifest['tools'] {
  const table: Record<string, Record<string, Hash>> = {};
  for (const record of records) table[record.id] = { ...table[record.id], [record.version]: json(record) };
  return table;
}

function descriptors(
  { tenant }: CheckedTenant,
  overrides: Readonly<Record<string, string>>,
  json: (value: unknown) => Hash,
): readonly Descriptor[] {
  return tenant.artefacts
    .map((file): Descriptor => {
      const { kind, value } = file;
      const { id: name, version } = value.artefact;
      const artefact = file.kind === 'Sor' ? withPlace(file.value.artefact, overrides[name]) : value.artefact;
      return { kind, name, version, digest: json(artefact), markings: value.markings };
    })
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

const definitions = (
  files: ReadonlyMap<string, LoadedFile<AgentFile | GroupFile>>,
  json: (value: Definition) => Hash,
): Readonly<Record<string, Hash>> =>
  Object.fromEntries(
    [...files].map(([id, { value }]): [string, Hash] => [
      id,
      json({
        id,
        ...('owner' in value ? { owner: value.owner } : {}),
        scopes: value.scopes,
        clearances: value.clearances,
        purposes: value.purposes,
        tools: value.tools,
      }),
    ]),
  );
