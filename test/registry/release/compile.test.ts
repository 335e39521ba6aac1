import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryRelease } from '../../../adapters/release/directory.ts';
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

const opened = (copy: TenantCopy, out = 'release'): Promise<Release> => directoryRelease(join(copy.tenantsDir, out));

test('The same tenant folder gives the same release, byte for byte, wherever it is written', async () => {
  await using copy = await copyOfDemo();
  const [first, second] = [await compile(copy, { out: 'one' }), await compile(copy, { out: 'elsewhere/two' })];
  expect(second.releaseId).toBe(first.releaseId);
  const files = await readdir(join(copy.tenantsDir, 'one'), { recursive: true });
  expect(await readdir(join(copy.tenantsDir, 'elsewhere/two'), { recursive: true })).toEqual(files);
});

test('The name of a release is the hash of its manifest, and the name of a part is its hash', async () => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  const out = join(copy.tenantsDir, 'release');
  expect(sha256(await readFile(join(out, 'manifest.json'), 'utf8'))).toBe(releaseId);
  for (const part of await readdir(join(out, 'parts'))) {
    expect(sha256(await readFile(join(out, 'parts', part), 'utf8'))).toBe(part);
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
  ['an ontology type in a signature', 'ontology/Vehicle.yaml', 'maximum: 2100', 'maximum: 2101'],
  ['a rule', 'rules/rules.reserve.yaml', '"250000"', '"250001"'],
  ['a rate', 'rates/rates.tcmb.yaml', '47.1862', '47.1863'],
  ['a scope of an agent', 'agents/intern-agent.yaml', '  - tool.money.convert.invoke\n', ''],
  ["an SoR's timeout", 'sors/sor.policy-admin.yaml', 'timeout: 3s', 'timeout: 4s'],
])('If only %s changes, the release changes (C22)', async ([, file, from, to]) => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  await copy.edit(file, from, to);
  expect((await compile(copy)).releaseId).not.toBe(releaseId);
});

test('If only a comment changes, the release does not change', async () => {
  await using copy = await copyOfDemo();
  const { releaseId } = await compile(copy);
  await copy.edit('rates/rates.tcmb.yaml', 'id: rates.tcmb', '# Another comment.\nid: rates.tcmb');
  expect((await compile(copy)).releaseId).toBe(releaseId);
});

test('If an SoR is overridden by a loopback origin, it gets the loopback network, and the eval reports of its tools stay valid', async () => {
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

test('If the SoR of an override does not exist, the override is refused', async () => {
  await using copy = await copyOfDemo();
  await expect(compile(copy, { overrides: { 'sor.policy': 'http://127.0.0.1:1' } })).rejects.toThrow(
    'there is no SoR sor.policy. Use one of: sor.policy-admin',
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
])(
  'An SoR outside the local cloud cannot have the origin %j, neither by an override nor in its file',
  async (origin) => {
    await using copy = await copyOfDemo();
    const refused = await compile(copy, { overrides: { 'sor.policy-admin': origin } }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'OverrideRefused', message: expect.stringContaining('sor.policy-admin') });
    expect(String(refused)).not.toContain('secret');
    await copy.edit('sors/sor.policy-admin.yaml', 'https://policy-admin.demo-sigorta.example', JSON.stringify(origin));
    await expect(compile(copy)).rejects.toThrow(/sors\/sor\.policy-admin\.yaml:3:9: \/origin /);
  },
);

test.each(['http://sor.example', 'https://127.0.0.1', 'https://169.254.169.254'])(
  'An SoR of the local cloud cannot have the origin %j',
  async (origin) => {
    await using copy = await copyOfDemo();
    await expect(compile(copy, { overrides: { 'sor.policy-admin': origin }, local: true })).rejects.toThrow(
      'the origin of',
    );
  },
);

test('If an SoR is overridden by another https origin, it keeps its network', async () => {
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

test("The table of a tenant's own SoR can be overridden by the ARN of another table, also in another region", async () => {
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
  'If the table of an SoR is overridden by %j, which is not an ARN, the override is refused',
  async (place) => {
    await using copy = await copyOfDemo();
    await copy.write('sors/sor.policy-table.yaml', tableFile);
    const refused = compile(copy, { overrides: { 'sor.policy-table': place }, local: true });
    await expect(refused).rejects.toThrow('sor.policy-table is a DynamoDB table: use its ARN');
  },
);

test("The policy set of a release has the platform's floor and the tenant's policies, each under its own name", async () => {
  await using copy = await copyOfDemo();
  await compile(copy);
  const { texts } = await (await opened(copy)).policies();
  const floor = Object.keys(floorPolicies).map((id) => `floor.${id}`);
  const own = ['agents-change-claims-only', 'commit-what-was-granted', 'compute-and-read', 'stage-and-ask'];
  expect(Object.keys(texts).sort()).toEqual([...own.map((id) => `tenant.access.${id}`), ...floor].sort());
});

test('All records of the demo are released and proved by an eval report', async () => {
  await using copy = await copyOfDemo();
  expect((await compile(copy)).problems).toEqual([]);
  const release = await opened(copy);
  for (const id of release.tools()) {
    expect((await release.tool(id, '1.0.0'))?.release).toEqual({ state: 'released', proved: true });
  }
});

test.for<[string, string, string, string]>([
  ['the rule pack', 'rules/rules.reserve.yaml', '"250000"', '"250001"'],
  ['the eval pack', 'packs/pack.reserve.validate.yaml', 'a moderate increase passes', 'a moderate increase passes by'],
  ['a purpose', 'tools/tool.reserve.validate.yaml', '[claims.adjustment]', '[claims.adjustment, underwriting.review]'],
  [
    'an ontology type in the signature',
    'ontology/ReserveProposal.yaml',
    'ontology/Claim#claimId',
    'ontology/Policy#policyId',
  ],
])(
  'If %s of a released tool changes after its gate, the compiler reports that the eval report no longer proves it',
  async ([, file, from, to]) => {
    await using copy = await copyOfDemo();
    await copy.edit(file, from, to);
    const { problems } = await compile(copy);
    expect(problems.map((problem) => problem.fix)).toContain('Run logic-plane promote tool.reserve.validate@1.0.0');
    expect((await (await opened(copy)).tool('tool.reserve.validate', '1.0.0'))?.release.proved).toBe(false);
  },
);

test('If a release block was written without an eval report, the compiler reports it', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  const { problems } = await compile(copy);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    file: 'tools/tool.claim.lookup.yaml',
    message: 'tool.claim.lookup@1.0.0 is not a draft, but it has no eval report',
  });
});

test('If the version number of a signature is raised too little, the compiler refuses the tenant', async () => {
  await using copy = await copyOfDemo();
  const record = (await copy.read('tools/tool.policy.lookup.yaml')).replace(/^release:.*$/m, '');
  const next = record
    .replace('version: "1.0.0"', 'version: "1.1.0"')
    .replace('enum: [sor.policy-admin, sor.policy-admin@1.0.0]', 'enum: [sor.policy-admin]');
  await copy.write('tools/tool.policy.lookup@1.1.0.yaml', next);
  await expect(compile(copy)).rejects.toThrow(
    /tools\/tool\.policy\.lookup@1\.1\.0\.yaml:2:10: tool\.policy\.lookup 1\.1\.0 is a minor change of 1\.0\.0, but its signature has a major change .*Raise the major number of the version/,
  );
  await copy.remove('tools/tool.policy.lookup@1.1.0.yaml');
  await copy.write('tools/tool.policy.lookup@2.0.0.yaml', next.replace('"1.1.0"', '"2.0.0"'));
  const { manifest } = await compile(copy);
  expect(Object.keys(manifest.tools['tool.policy.lookup'] ?? {})).toEqual(['1.0.0', '2.0.0']);
});
