import type { ArtefactKind, Artefacts, Descriptor } from '../../contract/artefacts/artefacts.ts';
import {
  summaryOf,
  type FormerManifest,
  type ReleaseManifest,
  type ToolSummary,
} from '../../contract/artefacts/manifest.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import type { PolicySet, Release } from '../../contract/system.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { PartRefused, type Parts } from './parts.ts';

type Manifest = ReleaseManifest | FormerManifest;

/**
 * Opens the release of a manifest.
 * @returns undefined if this build does not read the manifest's format
 */
export function openManifest(id: Hash, text: string, parts: Parts): Release | undefined {
  const manifest: unknown = JSON.parse(text);
  return isReadable(manifest) ? releaseOf(id, manifest, parts) : undefined;
}

/** The compiler has checked everything in a manifest except its format, which is the compiler's own. */
const isReadable = (manifest: unknown): manifest is Manifest => {
  const { format, schemaVersion } = Object(manifest) as { readonly format?: unknown; readonly schemaVersion?: unknown };
  return format === 2 || (format === undefined && schemaVersion === 1);
};

function releaseOf(id: Hash, manifest: Manifest, parts: Parts): Release {
  const { tools, artefacts, policies: policySet } = manifest;
  const byName = Map.groupBy(artefacts, ({ kind, name }) => `${kind} ${name}`);
  const digests = new Set(artefacts.map(({ digest }) => digest));
  const tool = async (name: string, version: string): Promise<ToolVersion | undefined> => {
    const digest = own(own(tools, name) ?? {}, version);
    return digest === undefined ? undefined : ((await parts.json(digest)) as ToolVersion);
  };
  const policies = async (): Promise<PolicySet> => (await parts.json(policySet)) as PolicySet;
  let pins: Release['pins'] | undefined;
  return {
    id,
    tenant: manifest.tenant,
    markings: manifest.markings,
    sourceMarkings: manifest.sourceMarkings,
    get pins() {
      return (pins ??= pinsOf(manifest));
    },
    tools: () => Object.keys(tools),
    versions: (name) => Object.keys(own(tools, name) ?? {}),
    tool,
    describe: <K extends ArtefactKind>(kind: K, name: string) => {
      const [bare = '', version] = name.split('@');
      const versions = byName.get(`${kind} ${bare}`) ?? [];
      const [only, second] = version === undefined ? versions : versions.filter((one) => one.version === version);
      return second === undefined ? (only as Descriptor<K> | undefined) : undefined;
    },
    load: async <K extends ArtefactKind>({ digest }: Descriptor<K>) => {
      if (!digests.has(digest)) throw new PartRefused(`the release does not name the part ${digest}`);
      return (await parts.json(digest)) as Artefacts[K];
    },
    policies,
    policyText: async (hash) => {
      if (!Object.values((await policies()).texts).includes(hash))
        throw new PartRefused(`the release does not name the policy ${hash}`);
      return parts.text(hash);
    },
    ...definitionsOf(manifest, parts),
    summaries: () => summariesOf(manifest, parts, tool),
  };
}

function definitionsOf(manifest: Manifest, parts: Parts): Pick<Release, 'agent' | 'group'> {
  if (!('format' in manifest)) {
    const { agents, groups } = manifest;
    return { agent: async (name) => own(agents, name), group: async (name) => own(groups, name) };
  }
  const read = async (table: Readonly<Record<string, Hash>>, name: string): Promise<Definition | undefined> => {
    const digest = own(table, name);
    return digest === undefined ? undefined : ((await parts.json(digest)) as Definition);
  };
  return { agent: (name) => read(manifest.agents, name), group: (name) => read(manifest.groups, name) };
}

async function summariesOf(manifest: Manifest, parts: Parts, tool: Release['tool']): Promise<readonly ToolSummary[]> {
  if ('format' in manifest) return (await parts.json(manifest.summaries)) as readonly ToolSummary[];
  const named = Object.entries(manifest.tools).flatMap(([id, versions]) =>
    Object.keys(versions).map((version) => [id, version] as const),
  );
  const records = await Promise.all(named.map(([id, version]) => tool(id, version)));
  return records.flatMap((record) => (record ? [summaryOf(record)] : []));
}

/**
 * Looks up an own member only. Names come from outside, and an inherited member such as `constructor` is not a tool.
 */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function pinsOf({ tools, artefacts }: Manifest): Readonly<Record<string, string>> {
  const ofTools = Object.entries(tools).flatMap(([id, versions]) =>
    Object.entries(versions).map(([version, digest]) => [`${id}@${version}`, digest] as const),
  );
  const ofArtefacts = artefacts.map(({ name, version, digest }) => [`${name}@${version}`, digest] as const);
  return Object.fromEntries([...ofTools, ...ofArtefacts]);
}
