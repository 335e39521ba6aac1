import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChunkRefused, directoryLibrary } from '../../../adapters/release/directory.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { signatureOf } from '../../../contract/schema/signature.ts';
import type { Release } from '../../../contract/system.ts';
import { compileTenant } from '../../../registry/release/compile.ts';

let folder: string;
let out: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'directory-library-'));
  out = join(folder, 'release');
  await compileTenant({ tenantsDir: join(import.meta.dirname, '..', '..', '..', 'tenants'), tenant: 'demo', out });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opened(dir = out): Promise<Release> {
  const library = await directoryLibrary(dir);
  const release = await library.open(library.bundled);
  if (!release) throw new Error('the library does not open its own release');
  return release;
}
async function record(release: Release): Promise<ToolVersion> {
  const found = await release.tool('tool.claim.lookup', '1.0.0');
  if (!found) throw new Error('no such tool');
  return found;
}

test('A release library opens the release in its folder, and returns undefined for any other release', async () => {
  const library = await directoryLibrary(out);
  expect((await library.open(library.bundled))?.tenant).toBe('demo');
  expect(await library.open('0'.repeat(64))).toBeUndefined();
});

test('A release returns its tools, records, artefacts, definitions and policies', async () => {
  const release = await opened();
  expect(release.tools()).toContain('tool.reserve.stage');
  expect(release.versions('tool.reserve.stage')).toEqual(['1.0.0']);
  const { request } = signatureOf(await record(release));
  expect(request({ identifier: 'CLM-2026-000045', source: 'sor.policy-admin' })).toEqual([]);
  expect(request({ identifier: 'CLM-2026-000045' })).toMatchObject([{ keyword: 'required' }]);
  expect(release.agent('claims-agent')?.owner).toBe('operator');
  expect(release.group('adjusters')?.purposes).toContain('claims.adjustment');
  expect(Object.keys(release.pins)).toEqual(expect.arrayContaining(['tool.claim.lookup@1.0.0', 'rates.tcmb@1.0.0']));
  expect((await release.policies()).hash).toMatch(/^[0-9a-f]{64}$/);
});

test('An artefact is found by its name, with or without its version, if and only if the kind is right as well', async () => {
  const release = await opened();
  expect(release.describe('RateTable', 'rates.tcmb')?.version).toBe('1.0.0');
  expect(release.describe('RateTable', 'rates.tcmb@1.0.0')?.version).toBe('1.0.0');
  expect(release.describe('RateTable', 'rates.tcmb@2.0.0')).toBeUndefined();
  expect(release.describe('RulePack', 'rates.tcmb')).toBeUndefined();
});

test('If an artefact has several versions, a name without a version finds none of them', async () => {
  const dir = join(folder, 'two-versions');
  await cp(out, dir, { recursive: true });
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as {
    artefacts: { name: string; version: string }[];
  };
  const rates = manifest.artefacts.find(({ name }) => name === 'rates.tcmb');
  const artefacts = [...manifest.artefacts, { ...rates, version: '2.0.0' }];
  await writeFile(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, artefacts }));
  const release = await opened(dir);
  expect(release.describe('RateTable', 'rates.tcmb')).toBeUndefined();
  expect(release.describe('RateTable', 'rates.tcmb@2.0.0')?.version).toBe('2.0.0');
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'The name %s of an inherited member finds no agent, group, tool or artefact',
  async (name) => {
    const release = await opened();
    expect(release.agent(name)).toBeUndefined();
    expect(release.group(name)).toBeUndefined();
    expect(release.versions(name)).toEqual([]);
    expect(await release.tool(name, name)).toBeUndefined();
    expect(await release.tool('tool.claim.lookup', name)).toBeUndefined();
    expect(release.describe('Sor', name)).toBeUndefined();
  },
);

test('If the bytes of a chunk do not match its digest, the chunk is refused', async () => {
  const dir = join(folder, 'tampered');
  await cp(out, dir, { recursive: true });
  const file = join(dir, 'chunks', `${(await opened()).pins['tool.claim.lookup@1.0.0']}.json`);
  await writeFile(file, `${await readFile(file, 'utf8')} `);
  const release = await opened(dir);
  await expect(release.tool('tool.claim.lookup', '1.0.0')).rejects.toThrow(ChunkRefused);
});

test('If reading a chunk failed, the next call reads it again', async () => {
  const dir = join(folder, 'repaired');
  await cp(out, dir, { recursive: true });
  const release = await opened(dir);
  const file = join(dir, 'chunks', `${release.pins['tool.claim.lookup@1.0.0']}.json`);
  const text = await readFile(file, 'utf8');
  await rm(file);
  await expect(release.tool('tool.claim.lookup', '1.0.0')).rejects.toThrow('cannot be read');
  await writeFile(file, text);
  expect((await release.tool('tool.claim.lookup', '1.0.0'))?.id).toBe('tool.claim.lookup');
});

test('Each chunk is read only once', async () => {
  const dir = join(folder, 'read-once');
  await cp(out, dir, { recursive: true });
  const release = await opened(dir);
  const first = await release.tool('tool.claim.lookup', '1.0.0');
  await rm(join(dir, 'chunks'), { recursive: true });
  expect(await release.tool('tool.claim.lookup', '1.0.0')).toBe(first);
});
