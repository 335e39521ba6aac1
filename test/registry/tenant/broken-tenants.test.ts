import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { formatProblem, TenantInvalid, type Problem } from '../../../registry/tenant/problem.ts';
import { artefactKinds } from '../../../registry/artefact-kinds.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

async function problemsOf(copy: TenantCopy): Promise<readonly Problem[]> {
  try {
    await checkedTenant(copy.tenantsDir, 'demo');
    return [];
  } catch (error) {
    if (error instanceof TenantInvalid) return error.problems;
    throw error;
  }
}

const demo = join(import.meta.dirname, '..', '..', '..', 'tenants', 'demo');
const claimTool = 'tools/tool.claim.lookup.yaml';
const kind = 'kinds/action.reserve.change.yaml';

/** What is broken, how, and the one problem that is told: its place, what it says and what to do. */
const broken: readonly (readonly [string, string, string, string, RegExp])[] = [
  [
    'a marking of new sources that the ontology does not know',
    'tenant.yaml',
    'markings: [pii.medium, regulated.kvkk]',
    'markings: [pii.medum, regulated.kvkk]',
    /^tenant\.yaml:\d+:\d+: there is no marking pii\.medum\. Did you mean pii\.medium\?$/,
  ],
  [
    'a version that is not quoted',
    claimTool,
    'version: "1.0.0"',
    'version: 1.10',
    /^tools\/tool\.claim\.lookup\.yaml:2:10: \/version is 1\.1, not a text\. Write it in quotes: "1\.1"$/,
  ],
  [
    'an object that is written as text',
    claimTool,
    'markings: { allowed: [pii.medium, regulated.kvkk] }',
    'markings: pii.medium',
    /^tools\/tool\.claim\.lookup\.yaml:9:11: \/markings is "pii\.medium", not an object\. Write an object$/,
  ],
  [
    'a value nested deeper than a release can hold',
    claimTool,
    'settings: { resource: claim }',
    `settings: ${'['.repeat(500)}${']'.repeat(500)}`,
    /^tools\/tool\.claim\.lookup\.yaml:12:\d+: is nested over 100 levels\. Write it in fewer levels$/,
  ],
  [
    'a value nested deeper than YAML can be read',
    claimTool,
    'settings: { resource: claim }',
    `settings: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    /^tools\/tool\.claim\.lookup\.yaml:12:\d+: is nested over 100 levels\. Write it in fewer levels$/,
  ],
  [
    'a value that aliases nest deeper than a release can hold',
    claimTool,
    'settings: { resource: claim }',
    `settings:\n  a: &a ${'['.repeat(60)}${']'.repeat(60)}\n  b: ${'['.repeat(60)}*a${']'.repeat(60)}`,
    /^tools\/tool\.claim\.lookup\.yaml:1:1: is nested over 100 levels\. Write it in fewer levels$/,
  ],
  [
    'a member that is misspelled',
    claimTool,
    'purposes:',
    'purpose:',
    /^tools\/tool\.claim\.lookup\.yaml:10:1: \/purpose is no member that this file can have\. Did you mean purposes\?$/,
  ],
  [
    'an unknown pattern',
    claimTool,
    'pattern: lookup',
    'pattern: lookupp',
    /:5:10: \/pattern is "lookupp"\. Did you mean lookup\? Use one of: extraction, lookup, validation, /,
  ],
  [
    'an effect class that the pattern does not allow',
    claimTool,
    'effectClass: read-external',
    'effectClass: pure',
    /:7:14: lookup is not pure\. Write read-external or read-internal$/,
  ],
  [
    'a type whose objects nothing names, looked up',
    'tools/tool.history.lookup.yaml',
    'settings: { type: Claim }',
    'settings: { type: Party }',
    /: \/settings\/type is Party, which has no key, and so no live objects\. Add key: <property> to ontology\/Party\.yaml/,
  ],
  [
    'a key that is no property',
    'ontology/Claim.yaml',
    'key: claimId',
    'key: claimIds',
    /^ontology\/Claim\.yaml:4:6: \/key is claimIds, which is not a required property of type string of Claim\. Did you mean claimId\?$/,
  ],
  [
    'a kind that names its objects otherwise than their type',
    'kinds/action.note.file.yaml',
    'key: claimId',
    'key: reason',
    /:\d+:\d+: \/object\/key is reason, which is not the key of ReserveNote\. Write key: claimId$/,
  ],
  [
    'a kind whose payload has no draft where it says',
    'kinds/action.note.file.yaml',
    'draft: /note',
    'draft: /letter',
    /:\d+:\d+: the payload has no draft of ReserveNote there\. Type it as a composition of ReserveNote answers it$/,
  ],
  [
    'an ontology that does not stand here',
    claimTool,
    'ontologyPin: "1.0.0"',
    'ontologyPin: "2.0.0"',
    /:6:14: \/ontologyPin is "2\.0\.0", and tenant\.yaml has ontology "1\.0\.0"\. Write ontologyPin: "1\.0\.0"$/,
  ],
  [
    'a scope that nothing has',
    claimTool,
    'tool.claim.lookup.invoke',
    'tool.claim.lokup.invoke',
    /:8:10: there is no scope tool\.claim\.lokup\.invoke\. Did you mean tool\.claim\.lookup\.invoke\?$/,
  ],
  [
    'a marking that nobody declared',
    claimTool,
    '[pii.medium, regulated.kvkk]',
    '[pii.medum, pii.high, regulated.kvkk]',
    /:9:23: there is no marking pii\.medum\. Did you mean pii\.medium\?$/,
  ],
  [
    'a signature that reaches more than the tool may carry',
    claimTool,
    '[pii.medium, regulated.kvkk]',
    '[pii.low]',
    /:9:22: the signature reaches pii\.medium, regulated\.kvkk\. Allow it, or reach less$/,
  ],
  [
    'a purpose that the tenant does not have',
    claimTool,
    'claims.adjustment',
    'claims.adjustmnt',
    /:10:12: there is no purpose claims\.adjustmnt\. Did you mean claims\.adjustment\?$/,
  ],
  [
    'an artefact version that does not stand here',
    claimTool,
    'sor.policy-admin@1.0.0]',
    'sor.policy-admin@1.1.0]',
    /:11:8: there is no artefact sor\.policy-admin@1\.1\.0/,
  ],
  [
    'an artefact that the pattern has no use for',
    claimTool,
    'sor.policy-admin@1.0.0]',
    'sor.policy-admin@1.0.0, rates.tcmb@1.0.0]',
    /:11:32: lookup has no use for a RateTable\. Remove it$/,
  ],
  [
    'a resource that the SoR does not have',
    claimTool,
    'resource: claim',
    'resource: clam',
    /:12:23: \/settings\/resource is clam, which is no resource of sor\.policy-admin\. Did you mean claim\?$/,
  ],
  [
    'a pack that does not stand here',
    claimTool,
    'pack.claim.lookup',
    'pack.claim.look',
    /:41:11: there is no pack pack\.claim\.look\./,
  ],
  [
    'a $ref into another type',
    claimTool,
    'ontology/Claim }',
    'ontology/Clam }',
    /:26:27: there is no ontology type Clam\. Did you mean Claim\?$/,
  ],
  [
    'a $ref over the network',
    claimTool,
    'ontology/Claim }',
    'https://example.com/claim.json }',
    /:26:27: \$ref leaves the tenant\. Write ontology\/Type/,
  ],
  [
    'a hole in the ontology',
    'ontology/Claim.yaml',
    'schema: { $ref: platform/Money }',
    'schema: {}',
    /^ontology\/Claim\.yaml:35:13: estimate: has no type\./,
  ],
  [
    'a property without markings',
    'ontology/Claim.yaml',
    '    markings: [pii.low]\n  status',
    '  status',
    /^ontology\/Claim\.yaml:\d+:5: \/properties\/claimantPartyId\/markings is missing\. Add it: a list$/,
  ],
  [
    'a kind whose SoR does not stand here',
    kind,
    'targetSor: sor.policy-admin',
    'targetSor: sor.policy-admn',
    /:4:12: there is no SoR sor\.policy-admn\. Did you mean sor\.policy-admin\?$/,
  ],
  [
    'a mutation that the SoR does not declare',
    kind,
    'mutation: reserve.change',
    'mutation: reserve.raise',
    /:5:11: \/mutation is reserve\.raise, and sor\.policy-admin declares no such mutation\. /,
  ],
  [
    'an SoR of the network of the local cloud',
    'sors/sor.policy-admin.yaml',
    'network: public',
    'network: loopback',
    /^sors\/sor\.policy-admin\.yaml:4:10: \/network \("loopback"\) is for the local cloud, which sets it by itself\. Use public or private$/,
  ],
  [
    'a basis by a tool that does not stand here',
    kind,
    '[tool.claim.lookup]',
    '[tool.claim.look]',
    /:8:11: there is no tool tool\.claim\.look\. Did you mean tool\.claim\.lookup\?$/,
  ],
  [
    'a queue that does not stand here',
    kind,
    '[queue.claims-approvals]',
    '[queue.claims]',
    /:\d+:12: there is no queue queue\.claims\./,
  ],
  [
    'a payload that is not the one the tool takes',
    kind,
    'ontology/ReserveChange',
    'ontology/Reserve',
    /^tools\/tool\.reserve\.stage\.yaml:\d+:20: is not the payload of action\.reserve\.change/,
  ],
  [
    'a bind to what the candidate of the validation does not have',
    kind,
    'candidate: /newReserve/amount',
    'candidate: /newReserve/amunt',
    /:\d+:22: the candidate of tool\.reserve\.validate has no \/newReserve\/amunt\. Point to a member\. It has: \/.*\/newReserve/,
  ],
  [
    'a bind to what the payload does not have',
    kind,
    'amount, payload: /amount }',
    'amount, payload: /amount/value }',
    /:\d+:51: the payload ReserveChange has no \/amount\/value\. Point to a member\. It has: \/amount, /,
  ],
  [
    'a bind to what the looked-up object does not have',
    kind,
    'object: /status',
    'object: /state',
    /:\d+:44: the object that tool\.claim\.lookup finds has no \/state\. Point to a member\. It has: \/.*\/status/,
  ],
  [
    'a change shown of what the payload does not have',
    kind,
    'Currency, payload: /currency',
    'Currency, payload: /curency',
    /:\d+:33: the payload ReserveChange has no \/curency\./,
  ],
  [
    'a change shown of what the looked-up object does not have',
    kind,
    'object: /reserve/reason',
    'object: /reserve/0',
    /:\d+:48: the object that tool\.claim\.lookup finds has no \/reserve\/0\./,
  ],
  [
    'a change shown of what a live object does not have',
    'kinds/action.note.file.yaml',
    'object: /to/currency',
    'object: /to/curency',
    /: the object that tool\.note\.lookup finds has no \/to\/curency\./,
  ],
  [
    'a duration that is none',
    kind,
    'PT30M',
    '30 minutes',
    /:9:11: \/basis\/maxAge is "30 minutes"\. Use an ISO 8601 duration of days and time, such as PT24H or P30D$/,
  ],
  [
    'a group that does not stand here',
    'queues/queue.claims-approvals.yaml',
    'approvers,',
    'aprovers,',
    /:4:10: there is no group aprovers\. Did you mean approvers\?$/,
  ],
  [
    'a rule that is no CEL',
    'rules/rules.reserve.yaml',
    'candidate.claimStatus == "open"',
    'candidate.claimStatus ===',
    /^rules\/rules\.reserve\.yaml:7:17: \/rules\/0\/expression .*is not valid CEL/,
  ],
  [
    'a rate that is zero',
    'rates/rates.tcmb.yaml',
    '"47.1862"',
    '"0.00"',
    /^rates\/rates\.tcmb\.yaml:8:8: \/rates\/USD is "0\.00"\. Use a positive decimal in quotes/,
  ],
  [
    'a currency that does not exist',
    'rates/rates.tcmb.yaml',
    'USD:',
    'UST:',
    /:8:3: \/rates\/UST has a name that is not allowed: "UST"\. Use a currency code of ISO 4217/,
  ],
  [
    'a pin of a version that does not stand here',
    'agents/claims-agent.yaml',
    'tool.claim.lookup: "1.0.0"',
    'tool.claim.lookup: "2.0.0"',
    /^agents\/claims-agent\.yaml:\d+:22: there is no tool version tool\.claim\.lookup@2\.0\.0/,
  ],
  [
    'an agent that nobody answers for',
    'agents/claims-agent.yaml',
    'owner: operator',
    'owner: nobody',
    /:3:8: there is no owner nobody\. /,
  ],
  [
    'a clearance that nobody declared',
    'groups/adjusters.yaml',
    'clearances: [pii.medium',
    'clearances: [pii.secret',
    /^groups\/adjusters\.yaml:\d+:14: there is no marking pii\.secret/,
  ],
  [
    'a pack whose caller does not stand here',
    'packs/pack.claim.lookup.yaml',
    '{ agent: claims-agent }',
    '{ agent: claim-agent }',
    /^packs\/pack\.claim\.lookup\.yaml:6:22: there is no agent claim-agent\. Did you mean claims-agent\?$/,
  ],
  [
    'a pack that expects a failure that does not exist',
    'packs/pack.claim.lookup.yaml',
    'refused: permission.denied',
    'refused: permission.denyed',
    /^packs\/pack\.claim\.lookup\.yaml:\d+:\d+: \/cases\/3\/expect\/refused is "permission\.denyed"\. Did you mean permission\.denied\? Use one of: /,
  ],
  [
    'YAML that does not parse',
    claimTool,
    'pattern: lookup',
    'pattern: [lookup',
    /^tools\/tool\.claim\.lookup\.yaml:\d+:\d+: .*Correct the YAML$/,
  ],
  [
    'a key that a file has twice',
    claimTool,
    'pattern: lookup',
    'pattern: lookup\npattern: lookup',
    /:6:1: Map keys must be unique\. Correct the YAML$/,
  ],
  [
    'a Cedar policy that does not parse',
    'policies/access.cedar',
    'permit (',
    'permitt (',
    /^policies\/access\.cedar:5:1: /,
  ],
  [
    'a Cedar policy over an attribute that does not exist',
    'policies/access.cedar',
    'context.purpose == "claims.adjustment"',
    'context.porpose == "claims.adjustment"',
    /^policies\/access\.cedar:\d+:1: policy tenant\.access\.agents-change-claims-only: .*porpose/,
  ],
  [
    "a Cedar policy under a name of the platform's floor",
    'policies/access.cedar',
    '@id("compute-and-read")',
    '@id("scope")',
    /^policies\/access\.cedar:\d+:1: the @id is one of the platform's floor/,
  ],
  [
    'a Cedar policy under a name that stands',
    'policies/access.cedar',
    '@id("compute-and-read")',
    '@id("stage-and-ask")',
    /: there is a policy tenant\.access\.stage-and-ask already\. Give it another @id$/,
  ],
];

test.for(broken)('%s is told with its place and what to do', async ([, file, from, to, told]) => {
  await using copy = await copyOfDemo();
  await copy.edit(file, from, to);
  const problems = (await problemsOf(copy)).map(formatProblem);
  expect(problems).toContainEqual(expect.stringMatching(told));
  expect(problems.filter((problem) => told.test(problem))).toHaveLength(1);
});

test('the demo tenant has no problem', async () => {
  await using copy = await copyOfDemo();
  expect(await problemsOf(copy)).toEqual([]);
});

test('all problems of all files are told at once, in the order of the files', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('agents/claims-agent.yaml', 'owner: operator', 'owner: nobody');
  await copy.edit(claimTool, 'version: "1.0.0"', 'version: 1.0');
  await copy.edit('rates/rates.tcmb.yaml', '"54.9035"', '54.9035');
  const files = (await problemsOf(copy)).map(({ file }) => file);
  expect(files).toEqual(['agents/claims-agent.yaml', 'rates/rates.tcmb.yaml', 'tools/tool.claim.lookup.yaml']);
});

test('what names a file that does not load is not told a second time', async () => {
  await using copy = await copyOfDemo();
  await copy.edit(claimTool, 'id: tool.claim.lookup', 'id: 7');
  const problems = await problemsOf(copy);
  expect(problems.map(({ file }) => file)).toEqual([claimTool]);
});

test.each([
  ['ontology/Reserve.yaml', 'properties:', 'properties: ['],
  ['ontology/Claim.yaml', 'key: claimId', 'key: [claimId'],
  ['tools/tool.claim.lookup.yaml', 'pattern: lookup', 'pattern: [lookup'],
  ['tools/tool.reserve.validate.yaml', 'pattern: validation', 'pattern: [validation'],
  ['packs/pack.claim.lookup.yaml', 'cases:', 'cases: ['],
  ['rules/rules.reserve.yaml', 'rules:', 'rules: ['],
  ['sors/sor.policy-admin.yaml', 'resources:', 'resources: ['],
  ['queues/queue.claims-approvals.yaml', 'groups: [', 'groups: [['],
  ['kinds/action.reserve.change.yaml', 'basis:', 'basis: ['],
  ['kinds/action.note.file.yaml', 'basis:', 'basis: ['],
  ['bands/bands.claim-severity.yaml', 'bands:', 'bands: ['],
  ['calendars/calendar.tr-2026.yaml', 'id:', 'id: ['],
  ['corpora/corpus.guide.tr.yaml', 'title:', 'title: ['],
  ['extractors/extractor.garage-invoice.yaml', 'notations:', 'notations: ['],
  ['rates/rates.tcmb.yaml', 'base: TRY', 'base: [TRY'],
  ['templates/template.reserve-letter.yaml', 'title:', 'title: ['],
  ['templates/template.reserve-note.yaml', 'title:', 'title: ['],
  ['packs/pack.money.convert.yaml', 'cases:', 'cases: ['],
  ['ontology/Policy.yaml', 'properties:', 'properties: ['],
  ['ontology/SeveritySubject.yaml', 'properties:', 'properties: ['],
  ['groups/approvers.yaml', 'scopes:', 'scopes: ['],
  ['agents/claims-agent.yaml', 'scopes:', 'scopes: ['],
])('of a file that does not parse the file alone is told: %s', async (file, from, to) => {
  await using copy = await copyOfDemo();
  await copy.edit(file, from, to);
  const problems = await problemsOf(copy);
  expect([...new Set(problems.map((problem) => problem.file))]).toEqual([file]);
});

test.each(Object.entries(artefactKinds).map(([kind, { folder }]) => [kind, folder] as const))(
  'of a file that has not its form the file alone is told: each %s',
  async (_kind, folder) => {
    const all = (await readdir(join(demo, folder))).filter((name) => name.endsWith('.yaml'));
    expect(all).not.toEqual([]);
    for (const name of all) {
      await using copy = await copyOfDemo();
      await copy.edit(`${folder}/${name}`, 'version: "1.0.0"', 'version: 1.0');
      expect((await problemsOf(copy)).map(formatProblem)).toEqual([
        expect.stringMatching(`^${folder}/${name}:\\d+:10: \\/version is 1, not a text`),
      ]);
    }
  },
);

test('what refers to a tool version whose file does not parse is not told', async () => {
  await using copy = await copyOfDemo();
  await copy.edit(claimTool, 'pattern: lookup', 'pattern: [lookup');
  const evidence = '$ref: "tool/tool.claim.lookup@1.0.0#response"';
  await copy.edit('tools/tool.note.lookup.yaml', '$ref: ontology/ReserveNote', evidence);
  expect((await problemsOf(copy)).map(({ file }) => file)).toEqual([claimTool]);
});

test('a file that nothing reads is told: its author believes that it holds', async () => {
  await using copy = await copyOfDemo();
  await copy.write('policys/deny.cedar', 'forbid (principal, action, resource);');
  await copy.write('policies/deny.txt', 'forbid (principal, action, resource);');
  const told = (await problemsOf(copy)).map(formatProblem);
  expect(told).toContain('policys:1:1: nothing reads this. Did you mean policies?');
  expect(told).toContain('policies/deny.txt:1:1: nothing reads this. Put only .cedar files into policies/');
});

test('a file that is not named by its id is told', async () => {
  await using copy = await copyOfDemo();
  await copy.write('tools/tool.claims.lookup.yaml', await copy.read(claimTool));
  const told = (await problemsOf(copy)).map(formatProblem);
  expect(told).toEqual([
    'tools/tool.claims.lookup.yaml:1:5: the file is not named by its id. Name it tool.claim.lookup.yaml or tool.claim.lookup@1.0.0.yaml',
  ]);
});

test('a missing tenant.yaml is told', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('tenant.yaml');
  expect((await problemsOf(copy)).map(formatProblem)).toContain('tenant.yaml:1:1: the file is missing. Write it');
});

test('a tenant whose name is too long for names of resources is told', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('tenant.yaml', 'id: demo', `id: ${'d'.repeat(32)}`);
  expect((await problemsOf(copy)).map(formatProblem)).toEqual([
    'tenant.yaml:1:5: /id has 32 characters. Use at most 31 characters: names of AWS resources begin with it',
  ]);
});

test('an unknown tenant is told which tenants exist', async () => {
  await using copy = await copyOfDemo();
  await mkdir(join(copy.tenantsDir, 'notes'));
  await expect(checkedTenant(copy.tenantsDir, 'nope')).rejects.toThrow(/^no tenant "nope"; there are: demo$/);
});

test.each(['packs/pack.claim.lookup.yaml', 'policies/access.cedar', 'reports/tool.claim.lookup@1.0.0.json'])(
  '%s in another charset is a problem of its line: read leniently, two texts would be one',
  async (file) => {
    await using copy = await copyOfDemo();
    const [first = '', ...rest] = (await copy.read(file)).split('\n');
    await writeFile(
      join(copy.folder, file),
      Buffer.concat([Buffer.from(`${first}\n`), Buffer.from('# \u00ddzmir\n', 'latin1'), Buffer.from(rest.join('\n'))]),
    );
    const told = (await problemsOf(copy)).map(formatProblem);
    expect(told).toContain(`${file}:2:1: is not UTF-8. Save the file as UTF-8`);
  },
);

test('a file may begin with a byte order mark', async () => {
  await using copy = await copyOfDemo();
  for (const file of ['tenant.yaml', 'policies/access.cedar', 'reports/tool.claim.lookup@1.0.0.json']) {
    await copy.write(file, `\uFEFF${await copy.read(file)}`);
  }
  expect(await problemsOf(copy)).toEqual([]);
});
