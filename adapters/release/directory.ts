import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtefactKind, Artefacts, Descriptor } from '../../contract/artefacts/artefacts.ts';
import type { ReleaseManifest } from '../../contract/artefacts/manifest.ts';
import type { Library, PolicySet, Release } from '../../contract/system.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';

/**
 * Thrown if the bytes of a chunk cannot be read or do not match the digest in the release. No part of such a chunk is
 * used.
 */
export class ChunkRefused extends Error {
  override readonly name = 'ChunkRefused';
}

/**
 * Opens the compiled release in a folder. A chunk is read and checked against its digest when it is first needed, and
 * is kept as long as the process runs. Its content was checked by the compiler.
 */
export async function directoryLibrary(dir: string): Promise<Library> {
  const text = await readFile(join(dir, 'manifest.json'), 'utf8');
  const id = digestOf(text);
  const release = releaseOf(id, JSON.parse(text) as ReleaseManifest, chunksOf(dir));
  return { bundled: id, open: async (wanted) => (wanted === id ? release : undefined) };
}

interface Chunks {
  json(digest: string): Promise<unknown>;
  text(digest: string): Promise<string>;
}

function chunksOf(dir: string): Chunks {
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(name);
    if (known) return known as Promise<T>;
    const reading = read();
    kept.set(name, reading);
    // A failed read is not kept, so the next call reads again.
    reading.catch(() => kept.delete(name));
    return reading;
  };
  return {
    json: (digest) =>
      once(`${digest}.json`, async () => JSON.parse(await verified(dir, `${digest}.json`, digest)) as unknown),
    text: (digest) => verified(dir, `${digest}.cedar`, digest),
  };
}

async function verified(dir: string, name: string, digest: string): Promise<string> {
  const text = await readFile(join(dir, 'chunks', name), 'utf8').catch((cause: unknown) => {
    throw new ChunkRefused(`chunk ${name} cannot be read`, { cause });
  });
  if (digestOf(text) !== digest) throw new ChunkRefused(`chunk ${name} does not match the digest in its release`);
  return text;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function releaseOf(id: string, manifest: ReleaseManifest, chunks: Chunks): Release {
  const { tools, artefacts, agents, groups } = manifest;
  const byName = Map.groupBy(artefacts, ({ kind, name }) => `${kind} ${name}`);
  return {
    id,
    tenant: manifest.tenant,
    markings: manifest.markings,
    sourceMarkings: manifest.sourceMarkings,
    pins: pinsOf(manifest),
    tools: () => Object.keys(tools),
    versions: (tool) => Object.keys(own(tools, tool) ?? {}),
    tool: async (tool, version) => {
      const digest = own(own(tools, tool) ?? {}, version);
      return digest === undefined ? undefined : ((await chunks.json(digest)) as ToolVersion);
    },
    agent: (name) => own(agents, name),
    group: (name) => own(groups, name),
    describe: <K extends ArtefactKind>(kind: K, name: string) => {
      const [bare = '', version] = name.split('@');
      const versions = byName.get(`${kind} ${bare}`) ?? [];
      const [only, second] = version === undefined ? versions : versions.filter((one) => one.version === version);
      return second === undefined ? (only as Descriptor<K> | undefined) : undefined;
    },
    load: async <K extends ArtefactKind>({ digest }: Descriptor<K>) => (await chunks.json(digest)) as Artefacts[K],
    policies: async () => (await chunks.json(manifest.policies)) as PolicySet,
    policyText: (hash) => chunks.text(hash),
  };
}

/**
 * Looks up an own member only. Names come from outside, and an inherited member such as `constructor` is not a tool.
 */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function pinsOf({ tools, artefacts }: ReleaseManifest): Readonly<Record<string, string>> {
  const ofTools = Object.entries(tools).flatMap(([id, versions]) =>
    Object.entries(versions).map(([version, digest]) => [`${id}@${version}`, digest] as const),
  );
  const ofArtefacts = artefacts.map(({ name, version, digest }) => [`${name}@${version}`, digest] as const);
  return Object.fromEntries([...ofTools, ...ofArtefacts]);
}
