import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryRelease } from '../../../adapters/release/directory.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { PartRefused } from '../../../adapters/release/parts.ts';
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

const opened = (dir = out): Promise<Release> => directoryRelease(dir);
async function record(release: Release): Promise<ToolVersion> {
  const found = await release.tool('tool.claim.lookup', '1.0.0');
  if (!found) throw new Error('no such tool');
  return found;
}

test('A library of one release opens this release, and returns undefined for any other release', async () => {
  const release = await opened();
  const library = libraryOf(release);
  expect((await library.open(release.id))?.tenant).toBe('demo');
  expect(await library.open('0'.repeat(64))).toBeUndefined();
});

test('A release returns its tools, records, artefacts, definitions and policies', async () => {
  const release = await opened();
  expect(release.tools()).toContain('tool.reserve.stage');
  expect(release.versions('tool.reserve.stage')).toEqual(['1.0.0']);
  const { request } = signatureOf(await record(release));
  expect(request({ identifier: 'CLM-2026-000045', source: 'sor.policy-admin' })).toEqual([]);
  expect(request({ identifier: 'CLM-2026-000045' })).toMatchObject([{ keyword: 'required' }]);
  expect((await release.agent('claims-agent'))?.owner).toBe('operator');
  expect((await release.group('adjusters'))?.purposes).toContain('claims.adjustment');
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
    expect(await release.agent(name)).toBeUndefined();
    expect(await release.group(name)).toBeUndefined();
    expect(release.versions(name)).toEqual([]);
    expect(await release.tool(name, name)).toBeUndefined();
    expect(await release.tool('tool.claim.lookup', name)).toBeUndefined();
    expect(release.describe('Sor', name)).toBeUndefined();
  },
);

test('If the bytes of a part do not match its digest, the part is refused', async () => {
  const dir = join(folder, 'tampered');
  await cp(out, dir, { recursive: true });
  const file = join(dir, 'parts', (await opened()).pins['tool.claim.lookup@1.0.0'] ?? '');
  await writeFile(file, `${await readFile(file, 'utf8')} `);
  const release = await opened(dir);
  await expect(release.tool('tool.claim.lookup', '1.0.0')).rejects.toThrow(PartRefused);
});

test('If reading a part failed, the next call reads it again', async () => {
  const dir = join(folder, 'repaired');
  await cp(out, dir, { recursive: true });
  const release = await opened(dir);
  const file = join(dir, 'parts', release.pins['tool.claim.lookup@1.0.0'] ?? '');
  const text = await readFile(file, 'utf8');
  await rm(file);
  await expect(release.tool('tool.claim.lookup', '1.0.0')).rejects.toThrow('is missing');
  await writeFile(file, text);
  expect((await release.tool('tool.claim.lookup', '1.0.0'))?.id).toBe('tool.claim.lookup');
});

test('Each part is read only once', async () => {
  const dir = join(folder, 'read-once');
  await cp(out, dir, { recursive: true });
  const release = await opened(dir);
  const first = await release.tool('tool.claim.lookup', '1.0.0');
  await rm(join(dir, 'parts'), { recursive: true });
  expect(await release.tool('tool.claim.lookup', '1.0.0')).toBe(first);
});

test('A release lists a summary of each tool version, with the artefacts that it uses', async () => {
  const release = await opened();
  const summaries = await release.summaries();
  expect(summaries.map(({ id }) => id).toSorted()).toEqual([...release.tools()].toSorted());
  expect(summaries.find(({ id }) => id === 'tool.claim.lookup')).toEqual({
    id: 'tool.claim.lookup',
    version: '1.0.0',
    title: (await record(release)).title,
    pattern: 'lookup',
    effectClass: 'read-external',
    function: 'lookup',
    uses: (await record(release)).uses,
  });
});

test('A release opens no part that it does not name', async () => {
  const release = await opened();
  const rates = release.describe('RateTable', 'rates.tcmb');
  if (!rates) throw new Error('the demo has no rates');
  const toolPart = release.pins['tool.claim.lookup@1.0.0'] ?? '';
  await expect(release.load({ ...rates, digest: toolPart })).rejects.toThrow(PartRefused);
  await expect(release.policyText(toolPart)).rejects.toThrow(PartRefused);
});

test('A release of the previous format is opened, with the same tools, agents and groups', async () => {
  const dir = join(folder, 'former');
  await cp(out, dir, { recursive: true });
  const present = await opened();
  const {
    format: _,
    summaries: __,
    ...manifest
  } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
    format: number;
    summaries: string;
    agents: Record<string, string>;
    groups: Record<string, string>;
  };
  const definitions = async (table: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(table).map(async ([name, digest]) => [
          name,
          JSON.parse(await readFile(join(out, 'parts', digest), 'utf8')) as unknown,
        ]),
      ),
    ) as unknown;
  const agents = await definitions(manifest.agents);
  const groups = await definitions(manifest.groups);
  await writeFile(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, schemaVersion: 1, agents, groups }));
  const former = await opened(dir);
  expect(await former.agent('claims-agent')).toEqual(await present.agent('claims-agent'));
  expect(await former.group('adjusters')).toEqual(await present.group('adjusters'));
  expect(await former.summaries()).toEqual(await present.summaries());
  expect(await record(former)).toEqual(await record(present));
});

test('A release of a later format is not opened', async () => {
  const dir = join(folder, 'later');
  await cp(out, dir, { recursive: true });
  const text = await readFile(join(out, 'manifest.json'), 'utf8');
  await writeFile(join(dir, 'manifest.json'), text.replace('"format":2', '"format":3'));
  await expect(opened(dir)).rejects.toThrow('a format that this build does not read');
});
