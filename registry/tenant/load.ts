import { readdir } from 'node:fs/promises';
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
import { textFile } from './text-file.ts';
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
  readonly #root: string;
  readonly #name: string;
  readonly #problems: Problem[] = [];
  readonly #broken = new Set<string>();

  constructor(root: string, name: string) {
    this.#root = root;
    this.#name = name;
  }

  async load(): Promise<{ tenant: Tenant | undefined; problems: readonly Problem[] }> {
    await this.#strangers();
    const file = await this.#one('tenant.yaml', tenantFile);
    const markings = await this.#one('ontology/markings.yaml', markingsFile);
    const rest = {
      types: await this.#byId('ontology', typeFile, ['markings.yaml']),
      tools: await this.#folder('tools', toolFile),
      artefacts: await this.#artefacts(),
      agents: await this.#byId('agents', agentFile),
      groups: await this.#byId('groups', groupFile),
      packs: await this.#byId('packs', packFile),
      policies: await this.#policies(),
      reports: await this.#reports(),
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

  async #names(folder: string, extension: string): Promise<readonly string[]> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile() && entry.name.endsWith(extension)) continue;
      if (entry.isDirectory() && folder === artefactKinds.Corpus.folder) continue;
      this.#stranger(`${folder}/${entry.name}`, `Put only ${extension} files into ${folder}/`);
    }
    return entries
      .map(({ name }) => name)
      .filter((name) => name.endsWith(extension))
      .sort();
  }

  /** Reports files that nothing reads, because their authors would believe that they have an effect. */
  async #strangers(): Promise<void> {
    await this.#names('objects', '.ndjson');
    for (const entry of await readdir(this.#root, { withFileTypes: true })) {
      const known = entry.isDirectory()
        ? folders.includes(entry.name)
        : ['tenant.yaml', 'README.md'].includes(entry.name);
      if (!known) this.#stranger(entry.name, suggestion(entry.name, entry.isDirectory() ? folders : ['tenant.yaml']));
    }
  }

  #stranger(file: string, fix: string): void {
    this.#problems.push({
      file,
      line: 1,
      column: 1,
      message: 'this file or folder is not part of a tenant, so nothing reads it',
      fix,
    });
  }

  async #one<T>(file: string, schema: z.ZodType<T>): Promise<LoadedFile<T> | undefined> {
    const text = await this.#text(file);
    if (text === undefined) return undefined;
    const { loaded, problems } = fileReader(schema)({ file, text });
    this.#problems.push(...problems);
    return loaded;
  }

  /** Reads a file. A line that is not UTF-8 is reported, because its replacement could change a rule. */
  async #text(file: string): Promise<string | undefined> {
    const read = await textFile(join(this.#root, file)).catch(() => undefined);
    if (read && 'text' in read) return read.text;
    this.#problems.push(
      read
        ? { file, line: read.notUtf8, column: 1, message: 'the line is not UTF-8', fix: 'Save the file as UTF-8' }
        : { file, line: 1, column: 1, message: 'the file is missing', fix: 'Add the file' },
    );
    return undefined;
  }

  async #folder<T>(folder: string, schema: z.ZodType<T>, not: readonly string[] = []): Promise<LoadedFile<T>[]> {
    const loaded: LoadedFile<T>[] = [];
    for (const name of await this.#names(folder, '.yaml')) {
      if (not.includes(name)) continue;
      const one = await this.#one(`${folder}/${name}`, schema);
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

  async #byId<T extends { id: string }>(
    folder: string,
    schema: z.ZodType<T>,
    not: readonly string[] = [],
  ): Promise<Map<string, LoadedFile<T>>> {
    const all = await this.#folder(folder, schema, not);
    return new Map(all.map((one) => [one.value.id, one]));
  }

  /**
   * The table pairs each kind with its schema. TypeScript cannot express this pair in a loop, so the result is cast.
   */
  async #artefacts(): Promise<LoadedArtefact[]> {
    const all: LoadedArtefact[] = [];
    for (const { kind, folder, schema } of artefactSchemas) {
      const files = await this.#folder<unknown>(folder, schema);
      all.push(...files.map((file) => ({ kind, ...file }) as LoadedArtefact));
    }
    await this.#sourcesOf(all);
    return all;
  }

  /**
   * Checks that the folder of sources that each corpus names exists, and that a corpus names each folder of sources.
   */
  async #sourcesOf(artefacts: readonly LoadedArtefact[]): Promise<void> {
    const { folder } = artefactKinds.Corpus;
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => []);
    const there = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
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
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'));
    if (named.length < files.length) return;
    const known = new Set(named.map(({ sources }) => sources));
    for (const one of there)
      if (!known.has(one))
        this.#stranger(one, `Add the line "sources: ${one}" to the file of a corpus, or remove the folder`);
  }

  async #policies(): Promise<Tenant['policies']> {
    const names = await this.#names('policies', '.cedar');
    const files = await Promise.all(
      names.map(async (name) => ({ file: `policies/${name}`, text: await this.#text(`policies/${name}`) })),
    );
    return files.flatMap(({ file, text }) => (text === undefined ? [] : [{ file, text }]));
  }

  async #reports(): Promise<Map<string, GateReport>> {
    const reports = new Map<string, GateReport>();
    for (const name of await this.#names('reports', '.json')) {
      const report = await this.#one(`reports/${name}`, gateReport);
      if (report) reports.set(`${report.value.tool}@${report.value.version}`, report.value);
    }
    return reports;
  }
}
