import { join } from 'node:path';
import type * as z from 'zod';
import type { ArtefactKind } from '../../contract/artefacts/artefacts.ts';
import { fileReader } from './file-reader.ts';
import type { Problem } from './problem.ts';
import { artefactKinds } from '../artefact-kinds.ts';
import { artefactFileSchema } from './schemas/artefact-file.ts';
import { agentFile, groupFile } from './schemas/definition-file.ts';
import { markingsFile, typeFile } from './schemas/ontology-file.ts';
import { packFile } from './schemas/pack-file.ts';
import { gateReport, type GateReport } from './schemas/report-file.ts';
import { tenantFile } from './schemas/tenant-file.ts';
import { toolFile } from './schemas/tool-file.ts';
import { problemAt } from './source.ts';
import type { LoadedFile, LoadedArtefact, Tenant } from './tenant.ts';
import { suggestion } from './did-you-mean.ts';
import { TenantFolder } from './tenant-folder.ts';
import { mustBeTenant } from './must-be-tenant.ts';

const folders = [
  'ontology',
  'tools',
  'agents',
  'groups',
  'packs',
  'policies',
  'reports',
  // Not part of a release: `logic-plane objects import` reads these files.
  'objects',
  // Not part of a release: sample documents with which people try an extraction.
  'documents',
  ...Object.values(artefactKinds).map(({ folder }) => folder),
];

/** These schemas are made only once, because the results of parsing are remembered for each schema object. */
const artefactSchemas = Object.entries(artefactKinds).map(([kind, { folder, schema, ...inFile }]) => ({
  kind,
  folder,
  schema: artefactFileSchema<ArtefactKind>(schema, inFile),
}));

/**
 * Reads a tenant's folder. `tenant` is undefined if `tenant.yaml` or the markings do not load.
 * @throws UnknownTenant naming the tenants that exist
 */
export async function loadTenant(
  tenantsDir: string,
  name: string,
): Promise<{ tenant: Tenant | undefined; problems: readonly Problem[] }> {
  await mustBeTenant(tenantsDir, name);
  return new Loader(join(tenantsDir, name), name).load();
}

class Loader {
  readonly #name: string;
  readonly #problems: Problem[] = [];
  readonly #folders: TenantFolder;
  readonly #broken = new Set<string>();

  constructor(root: string, name: string) {
    this.#name = name;
    this.#folders = new TenantFolder(root, this.#problems);
  }

  load(): { tenant: Tenant | undefined; problems: readonly Problem[] } {
    this.#strangers();
    const file = this.#one('tenant.yaml', tenantFile);
    const markings = this.#one('ontology/markings.yaml', markingsFile);
    const rest = {
      types: this.#byId('ontology', typeFile, ['markings.yaml']),
      tools: this.#folder('tools', toolFile),
      artefacts: this.#artefacts(),
      agents: this.#byId('agents', agentFile),
      groups: this.#byId('groups', groupFile),
      packs: this.#byId('packs', packFile),
      policies: this.#policies(),
      reports: this.#reports(),
      broken: this.#broken,
    };
    if (file && file.value.id !== this.#name) {
      this.#problems.push(
        problemAt(
          { source: file.source, path: ['id'] },
          `/id is ${file.value.id}, but the folder is called ${this.#name}`,
          `Write id: ${this.#name}`,
        ),
      );
    }
    const tenant = file && markings ? { name: this.#name, file, markings, ...rest } : undefined;
    return { tenant, problems: this.#problems };
  }

  /** Returns the names of a folder's files with the extension, sorted. Other entries are reported. */
  #names(folder: string, extension: string): readonly string[] {
    const names: string[] = [];
    for (const { name, kind } of this.#folders.entries(folder)) {
      if (kind === 'file' && name.endsWith(extension)) names.push(name);
      else if (kind !== 'folder' || folder !== artefactKinds.Corpus.folder)
        this.#stranger(`${folder}/${name}`, `Put only ${extension} files into ${folder}/`);
    }
    return names;
  }

  /** Reports files that nothing reads, because their authors would believe that they have an effect. */
  #strangers(): void {
    this.#names('objects', '.ndjson');
    for (const { name, kind } of this.#folders.entries('.')) {
      const known = kind === 'folder' ? folders.includes(name) : ['tenant.yaml', 'README.md'].includes(name);
      if (!known) this.#stranger(name, suggestion(name, kind === 'folder' ? folders : ['tenant.yaml']));
    }
  }

  #stranger(file: string, fix: string): void {
    this.#folders.report(file, { message: 'this file or folder is not part of a tenant, so nothing reads it', fix });
  }

  #one<T>(file: string, schema: z.ZodType<T>): LoadedFile<T> | undefined {
    const text = this.#folders.text(file);
    if (text === undefined) return undefined;
    const { loaded, problems } = fileReader(schema)({ file, text });
    this.#problems.push(...problems);
    return loaded;
  }

  #folder<T>(folder: string, schema: z.ZodType<T>, not: readonly string[] = []): LoadedFile<T>[] {
    const loaded: LoadedFile<T>[] = [];
    for (const name of this.#names(folder, '.yaml')) {
      if (not.includes(name)) continue;
      const one = this.#one(`${folder}/${name}`, schema);
      const stem = name.slice(0, -'.yaml'.length);
      if (!one) this.#broken.add(stem).add(stem.split('@')[0] ?? stem);
      else if (this.#namedByFile(one.source, stem)) loaded.push(one);
    }
    return loaded;
  }

  /** Checks that the file has its id as its name, or `<id>@<version>` if several versions exist. */
  #namedByFile(source: LoadedFile<unknown>['source'], stem: string): boolean {
    const { id, version } = source.value as { id: string; version?: string };
    if (stem === id || stem === `${id}@${version}`) return true;
    const expected = version === undefined ? `${id}.yaml` : `${id}.yaml or ${id}@${version}.yaml`;
    this.#broken.add(id).add(stem);
    this.#problems.push(
      problemAt(
        { source, path: ['id'] },
        `the name of the file does not match its id ${id}`,
        `Rename the file to ${expected}`,
      ),
    );
    return false;
  }

  #byId<T extends { id: string }>(
    folder: string,
    schema: z.ZodType<T>,
    not: readonly string[] = [],
  ): Map<string, LoadedFile<T>> {
    const all = this.#folder(folder, schema, not);
    return new Map(all.map((one) => [one.value.id, one]));
  }

  /**
   * The table pairs each kind with its schema. TypeScript cannot express this pair in a loop, so the result is cast.
   */
  #artefacts(): LoadedArtefact[] {
    const all: LoadedArtefact[] = [];
    for (const { kind, folder, schema } of artefactSchemas) {
      const files = this.#folder<unknown>(folder, schema);
      all.push(...files.map((file) => ({ kind, ...file }) as LoadedArtefact));
    }
    this.#sourcesOf(all);
    return all;
  }

  /**
   * Checks that the folder of sources that each corpus names exists, and that a corpus names each folder of sources.
   */
  #sourcesOf(artefacts: readonly LoadedArtefact[]): void {
    const { folder } = artefactKinds.Corpus;
    const entries = this.#folders.entries(folder);
    const there = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => `${folder}/${name}`);
    const named = artefacts.flatMap((file) => (file.kind === 'Corpus' ? [{ file, sources: file.value.sources }] : []));
    for (const { file, sources } of named) {
      if (sources === undefined || there.includes(sources)) continue;
      this.#problems.push(
        problemAt(
          { source: file.source, path: ['sources'] },
          `there is no folder ${sources}`,
          suggestion(sources, there),
        ),
      );
    }
    // The file of a corpus that did not load may name any of these folders. So if a corpus file did not load, no folder
    // is reported.
    const files = entries.filter(({ name, kind }) => kind === 'file' && name.endsWith('.yaml'));
    if (named.length < files.length) return;
    const known = new Set(named.map(({ sources }) => sources));
    for (const one of there)
      if (!known.has(one))
        this.#stranger(one, `Add the line "sources: ${one}" to the file of a corpus, or remove the folder`);
  }

  #policies(): Tenant['policies'] {
    return this.#names('policies', '.cedar').flatMap((name) => {
      const text = this.#folders.text(`policies/${name}`);
      return text === undefined ? [] : [{ file: `policies/${name}`, text }];
    });
  }

  #reports(): Map<string, GateReport> {
    const reports = new Map<string, GateReport>();
    for (const name of this.#names('reports', '.json')) {
      const report = this.#one(`reports/${name}`, gateReport);
      if (report) reports.set(`${report.value.tool}@${report.value.version}`, report.value);
    }
    return reports;
  }
}
