import type { ArtefactKind } from '../../contract/artefacts/artefacts.ts';
import type { ArtefactFile } from './schemas/artefact-file.ts';
import type { AgentFile, GroupFile } from './schemas/definition-file.ts';
import type { MarkingsFile, TypeFile } from './schemas/ontology-file.ts';
import type { PackFile } from './schemas/pack-file.ts';
import type { GateReport } from './schemas/report-file.ts';
import type { TenantFile } from './schemas/tenant-file.ts';
import type { ToolFile } from './schemas/tool-file.ts';
import type { YamlSource } from './source.ts';

export interface LoadedFile<T> {
  readonly source: YamlSource;
  readonly value: T;
}

export type LoadedArtefact = { [K in ArtefactKind]: LoadedFile<ArtefactFile<K>> & { readonly kind: K } }[ArtefactKind];

/** The loaded files of a tenant. Each file fits its own schema, but nothing is checked across files yet. */
export interface Tenant {
  readonly name: string;
  readonly file: LoadedFile<TenantFile>;
  readonly markings: LoadedFile<MarkingsFile>;
  readonly types: ReadonlyMap<string, LoadedFile<TypeFile>>;
  readonly tools: readonly LoadedFile<ToolFile>[];
  readonly artefacts: readonly LoadedArtefact[];
  readonly agents: ReadonlyMap<string, LoadedFile<AgentFile>>;
  readonly groups: ReadonlyMap<string, LoadedFile<GroupFile>>;
  readonly packs: ReadonlyMap<string, LoadedFile<PackFile>>;
  /** Cedar files, sorted by name. */
  readonly policies: readonly { readonly file: string; readonly text: string }[];
  /** Eval reports by `tool@version`. */
  readonly reports: ReadonlyMap<string, GateReport>;
  /** Ids of files that did not load. A file that names one of these ids is not reported for that. */
  readonly broken: ReadonlySet<string>;
}
