import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryLibrary } from '../../../adapters/release/directory.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { floorPolicies } from '../../../contract/authority/floor.ts';
import type { Release } from '../../../contract/system.ts';
import { compileTenant } from '../../../registry/release/compile.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

interface Compiling {
  readonly out?: string;
  readonly overrides?: Record<string, string>;
  readonly local?: boolean;
}

const compile = (copy: TenantCopy, { out = 'release', overrides, local = false }: Compiling = {}) =>
  compileTenant({
    tenantsDir: copy.tenantsDir,
    tenant: 'demo',
    out: join(copy.tenantsDir, out),
    ...(overrides === undefined ? {} : { overrides, local }),
  });

async function opened(copy: TenantCopy, out = 'release'): Promise<Release> {
  const library = await directoryLibrary(join(copy.tenantsDir, out));
  const release = await library.open(library.bundled);
  if (!release) throw new Error('the library does not open its own release');
  return release;
}

test('the same tree is the same release, byte for byte, wherever it is written', async () => {
  await using copy = await copyOfDemo();
  const [first, second] = [await compile(copy, { out: 'one' }), await compile(copy, { out: 'elsewhere/two' })];
  expect(second.releaseId).toBe(first.releaseId);
  const files = await readdir(join(copy.tenantsDir, 'one'), { recursive: true });
  expect(await readdir(join(copy.tenantsDir, 'elsewhere/two'), { recursive: true })).toEqual(files);
});

test('a release is named by the hash of its manifest, and each chunk by its own', async () => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  const out = join(copy.tenantsDir, 'release');
  expect(sha256(await readFile(join(out, 'manifest.json'), 'utf8'))).toBe(releaseId);
  for (const chunk of await readdir(join(out, 'chunks'))) {
    expect(sha256(await readFile(join(out, 'chunks', chunk), 'utf8'))).toBe(chunk.split('.')[0]);
  }
});

test.for<[string, string, string, string]>([
  ['a policy', 'policies/access.cedar', 'claims.adjustment', 'claims.handling'],
  [
    'a signature',
    'tools/tool.policy.lookup.yaml',
    'sourceVersion: { type: string, maxLength: 256 }',
    'sourceVersion: { type: string, maxLength: 255 }',
  ],
  ['a type that a signature reaches', 'ontology/Vehicle.yaml', 'maximum: 2100', 'maximum: 2101'],
  ['a rule', 'rules/rules.reserve.yaml', '"250000"', '"250001"'],
  ['a rate', 'rates/rates.tcmb.yaml', '47.1862', '47.1863'],
  ['a scope of an agent', 'agents/intern-agent.yaml', '  - tool.money.convert.invoke\n', ''],
  ["an SoR's timeout", 'sors/sor.policy-admin.yaml', 'timeout: 3s', 'timeout: 4s'],
])('C22: only %s changes, and the release changes with it', async ([, file, from, to]) => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  await copy.edit(file, from, to);
  expect((await compile(copy)).releaseId).not.toBe(releaseId);
});

test('a comment changes nothing', async () => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  await copy.edit('rates/rates.tcmb.yaml', 'id: rates.tcmb', '# Another comment.\nid: rates.tcmb');
  expect((await compile(copy)).releaseId).toBe(releaseId);
});

test('an SoR sent to loopback is of the loopback network, and the proof of its tools stands', async () => {
  await using copy = await copyOfDemo();
  const { problems } = await compile(copy, { overrides: { 'sor.policy-admin': 'http://127.0.0.1:4010' }, local: true });
  const release = await opened(copy);
  const descriptor = release.describe('Sor', 'sor.policy-admin');
  if (!descriptor) throw new Error('the SoR is not described');
  expect(await release.load(descriptor)).toMatchObject({
    origin: 'http://127.0.0.1:4010',
    network: 'loopback',
    cidrs: [],
  });
  expect(problems).toEqual([]);
});

test('an override of an SoR that does not stand here is refused', async () => {
  await using copy = await copyOfDemo();
  await expect(compile(copy, { overrides: { 'sor.policy': 'http://127.0.0.1:1' } })).rejects.toThrow(
    'no SoR sor.policy',
  );
});

test.each([
  'http://sor.example',
  'http://127.0.0.1:1',
  'http://localhost',
  'http://[::1]:1',
  'https://127.0.0.1',
  'https://[::1]',
  'https://localhost',
  'https://sor.localhost',
  'https://169.254.169.254',
  'https://10.0.0.1',
  'https://172.16.0.1:8443',
  'https://[fd00:ec2::254]',
  'https://[::ffff:7f00:1]',
  'https://2130706433',
  'https://0x7f.1',
  'https://user:secret@sor.example',
  'https://sor.example/path',
  'https://SOR.example',
  'https://sor.example.',
  'https://sor.example:70000',
  '',
])('an SoR of a real stage is not sent to %j, and no file names it', async (origin) => {
  await using copy = await copyOfDemo();
  const refused = await compile(copy, { overrides: { 'sor.policy-admin': origin } }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'OverrideRefused', message: expect.stringContaining('sor.policy-admin') });
  expect(String(refused)).not.toContain('secret');
  await copy.edit('sors/sor.policy-admin.yaml', 'https://policy-admin.demo-sigorta.example', JSON.stringify(origin));
  await expect(compile(copy)).rejects.toThrow(/sors\/sor\.policy-admin\.yaml:3:9: \/origin /);
});

test.each(['http://sor.example', 'https://127.0.0.1', 'https://169.254.169.254'])(
  'an SoR of the local cloud is not sent to %j either',
  async (origin) => {
    await using copy = await copyOfDemo();
    await expect(compile(copy, { overrides: { 'sor.policy-admin': origin }, local: true })).rejects.toThrow(
      'the origin of',
    );
  },
);

test('an SoR is sent to another host by https, and stays of its network', async () => {
  await using copy = await copyOfDemo();
  await compile(copy, { overrides: { 'sor.policy-admin': 'https://test.sor.example:8443' } });
  const release = await opened(copy);
  const descriptor = release.describe('Sor', 'sor.policy-admin');
  const sent = descriptor && (await release.load(descriptor));
  expect(sent).toMatchObject({ origin: 'https://test.sor.example:8443', network: 'public' });
});

const tableFile = `id: sor.policy-table
version: "1.0.0"
engine: dynamodb
table: arn:aws:dynamodb:eu-central-1:111122223333:table/policies
resource: policy
key: policyId
`;

test("a tenant's own table stands elsewhere in another deployment: its ARN says where, and in which region", async () => {
  await using copy = await copyOfDemo();
  await copy.write('sors/sor.policy-table.yaml', tableFile);
  await compile(copy, {
    overrides: { 'sor.policy-table': 'arn:aws:dynamodb:eu-west-1:444455556666:table/policies-test' },
  });
  const release = await opened(copy);
  const descriptor = release.describe('Sor', 'sor.policy-table');
  expect(descriptor && (await release.load(descriptor))).toMatchObject({
    engine: 'dynamodb',
    table: 'arn:aws:dynamodb:eu-west-1:444455556666:table/policies-test',
    key: 'policyId',
  });
});

test.each(['https://dynamodb.eu-central-1.amazonaws.com', 'http://127.0.0.1:1', 'policies', ''])(
  "a tenant's own table is not sent to %j: it has no origin",
  async (place) => {
    await using copy = await copyOfDemo();
    await copy.write('sors/sor.policy-table.yaml', tableFile);
    const refused = compile(copy, { overrides: { 'sor.policy-table': place }, local: true });
    await expect(refused).rejects.toThrow('sor.policy-table is a DynamoDB table: give its ARN');
  },
);

test("the policy set holds the platform's floor and the tenant's policies, each under its own name", async () => {
  await using copy = await copyOfDemo();
  await compile(copy);
  const { texts } = await (await opened(copy)).policies();
  const floor = Object.keys(floorPolicies).map((id) => `floor.${id}`);
  const own = ['agents-change-claims-only', 'commit-what-was-granted', 'compute-and-read', 'stage-and-ask'];
  expect(Object.keys(texts).sort()).toEqual([...own.map((id) => `tenant.access.${id}`), ...floor].sort());
});

test('the records of the demo are released and proved', async () => {
  await using copy = await copyOfDemo();
  expect((await compile(copy)).problems).toEqual([]);
  const release = await opened(copy);
  for (const id of release.tools()) {
    expect((await release.tool(id, '1.0.0'))?.release).toEqual({ state: 'released', proved: true });
  }
});

test.for<[string, string, string, string]>([
  ['its rule pack', 'rules/rules.reserve.yaml', '"250000"', '"250001"'],
  ['its pack', 'packs/pack.reserve.validate.yaml', 'a moderate increase passes', 'a moderate increase passes by'],
  [
    'its purposes',
    'tools/tool.reserve.validate.yaml',
    '[claims.adjustment]',
    '[claims.adjustment, underwriting.review]',
  ],
  [
    'the ontology that its signature reaches',
    'ontology/ReserveProposal.yaml',
    'ontology/Claim#claimId',
    'ontology/Policy#policyId',
  ],
])(
  'a release block that says more than its report proves is told: %s has changed since',
  async ([, file, from, to]) => {
    await using copy = await copyOfDemo();
    await copy.edit(file, from, to);
    const { problems } = await compile(copy);
    expect(problems.map((problem) => problem.fix)).toContain('logic-plane promote tool.reserve.validate@1.0.0');
    expect((await (await opened(copy)).tool('tool.reserve.validate', '1.0.0'))?.release.proved).toBe(false);
  },
);

test('a release block typed by hand, without a report, is told', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  const { problems } = await compile(copy);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    file: 'tools/tool.claim.lookup.yaml',
    message: 'tool.claim.lookup@1.0.0 says it passed the gate: no report proves it',
  });
});

test('an under-declared bump is refused when two versions stand side by side', async () => {
  await using copy = await copyOfDemo();
  const record = (await copy.read('tools/tool.policy.lookup.yaml')).replace(/^release:.*$/m, '');
  const next = record
    .replace('version: "1.0.0"', 'version: "1.1.0"')
    .replace('enum: [sor.policy-admin, sor.policy-admin@1.0.0]', 'enum: [sor.policy-admin]');
  await copy.write('tools/tool.policy.lookup@1.1.0.yaml', next);
  await expect(compile(copy)).rejects.toThrow(
    /tools\/tool\.policy\.lookup@1\.1\.0\.yaml:2:10: tool\.policy\.lookup 1\.1\.0 is a minor bump of 1\.0\.0, and its signature is a major one .*Raise the major number/,
  );
  await copy.remove('tools/tool.policy.lookup@1.1.0.yaml');
  await copy.write('tools/tool.policy.lookup@2.0.0.yaml', next.replace('"1.1.0"', '"2.0.0"'));
  const { manifest } = await compile(copy);
  expect(Object.keys(manifest.tools['tool.policy.lookup'] ?? {})).toEqual(['1.0.0', '2.0.0']);
});
