import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { ArtefactKind, Artefacts, Descriptor } from '../../contract/artefacts/artefacts.ts';
import { hashOf } from '../../contract/values/canonical.ts';
import { summaryOf } from '../../contract/artefacts/manifest.ts';
import type { Definition } from '../../contract/authority/identity.ts';
import type { Marking, MarkingScheme } from '../../contract/authority/markings.ts';
import type { PolicySet, Release } from '../../contract/system.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';

export interface TestTenant {
  readonly id?: string;
  readonly markings?: MarkingScheme;
  readonly sourceMarkings?: readonly Marking[];
  readonly tools: readonly { readonly record: ToolVersion }[];
  readonly artefacts?: readonly { readonly descriptor: Descriptor; readonly content: Artefacts[ArtefactKind] }[];
  readonly agents?: Readonly<Record<string, Definition>>;
  readonly groups?: Readonly<Record<string, Definition>>;
  readonly policies: PolicySet;
}

/** Makes a release in memory. Unless an id is given, its id is the hash of its tools. */
export function releaseOf(tenant: TestTenant): Release {
  const named = ({ record }: { record: ToolVersion }): string => `${record.id}@${record.version}`;
  const artefacts = tenant.artefacts ?? [];
  return {
    id: tenant.id ?? hashOf(tenant.tools.map(({ record }) => ({ ...record, settings: null }))),
    tenant: 'test',
    markings: tenant.markings ?? { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk'] },
    sourceMarkings: tenant.sourceMarkings ?? ['pii.medium'],
    pins: Object.fromEntries([
      ...tenant.tools.map((entry) => [named(entry), hashOf({ ...entry.record, settings: null })]),
      ...artefacts.map(({ descriptor }) => [`${descriptor.name}@${descriptor.version}`, descriptor.digest]),
    ]),
    tools: () => [...new Set(tenant.tools.map(({ record }) => record.id))],
    versions: (tool) => tenant.tools.filter(({ record }) => record.id === tool).map(({ record }) => record.version),
    tool: async (id, version) => tenant.tools.find((entry) => named(entry) === `${id}@${version}`)?.record,
    summaries: async () => tenant.tools.map(({ record }) => summaryOf(record)),
    agent: async (name) => (Object.hasOwn(tenant.agents ?? {}, name) ? tenant.agents?.[name] : undefined),
    group: async (name) => (Object.hasOwn(tenant.groups ?? {}, name) ? tenant.groups?.[name] : undefined),
    describe: <K extends ArtefactKind>(kind: K, name: string) =>
      artefacts
        .map(({ descriptor }) => descriptor)
        .find((d) => d.kind === kind && [d.name, `${d.name}@${d.version}`].includes(name)) as Descriptor<K> | undefined,
    load: async <K extends ArtefactKind>(descriptor: Descriptor<K>) => {
      const found = artefacts.find((artefact) => artefact.descriptor.digest === descriptor.digest);
      if (!found) throw new Error('no such artefact');
      return found.content as Artefacts[K];
    },
    policies: async () => tenant.policies,
    policyText: async (hash) => `// the policy with the hash ${hash}`,
  };
}

/** Puts a release in force, as the first deploy does. */
export const putInForce = (writer: HeadWriter, release: string): Promise<unknown> =>
  writer.write({ release, releasedBy: 'deploy', withdrawn: [], suspended: [], telemetryKey: 'telemetry' }, 0);
