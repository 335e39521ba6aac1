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

/** The change to a file of the demo, and the one problem that the compiler must report with its place and its fix. */
const broken: readonly (readonly [string, string, string, string, RegExp])[] = [
  [
    'a marking of new sources that does not exist',
    'tenant.yaml',
    'markings: [pii.medium, regulated.kvkk]',
    'markings: [pii.medum, regulated.kvkk]',
    /^tenant\.yaml:\d+:\d+: there is no marking pii\.medum\. Did you mean pii\.medium\?$/,
  ],
  [
    'a language that Amazon Textract does not read',
    'tenant.yaml',
    'sources:',
    'sources:\n  textract: { languages: [en, tr] }',
    /^tenant\.yaml:\d+:\d+: \/sources\/textract\/languages\/1 \("tr"\) is not a language that Amazon Textract reads\. Use one of: de, en, es, fr, it, pt$/,
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
    /^tools\/tool\.claim\.lookup\.yaml:12:\d+: the value is nested over 100 levels\. Use fewer levels$/,
  ],
  [
    'a value nested deeper than the YAML parser can read',
    claimTool,
    'settings: { resource: claim }',
    `settings: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    /^tools\/tool\.claim\.lookup\.yaml:12:\d+: the value is nested over 100 levels\. Use fewer levels$/,
  ],
  [
    'a value that is nested too deeply by aliases',
    claimTool,
    'settings: { resource: claim }',
    `settings:\n  a: &a ${'['.repeat(60)}${']'.repeat(60)}\n  b: ${'['.repeat(60)}*a${']'.repeat(60)}`,
    /^tools\/tool\.claim\.lookup\.yaml:1:1: the value is nested over 100 levels\. Use fewer levels$/,
  ],
  [
    'a tool that has the name of a built-in member',
    'agents/claims-agent.yaml',
    'tools:',
    'tools:\n  __proto__: "1.0.0"',
    /^agents\/claims-agent\.yaml:\d+:3: __proto__ is the name of a built-in member, so it cannot be used here\. Use another name$/,
  ],
  [
    'a member that is misspelled',
    claimTool,
    'purposes:',
    'purpose:',
    /^tools\/tool\.claim\.lookup\.yaml:10:1: \/purpose is not a member of this file\. Did you mean purposes\?$/,
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
    /:7:14: the pattern lookup does not allow the effect class pure\. Use read-external or read-internal$/,
  ],
  [
    'a lookup of live objects whose type has no key',
    'tools/tool.history.lookup.yaml',
    'settings: { type: Claim }',
    'settings: { type: Party }',
    /: \/settings\/type is Party, which has no key and therefore no live objects\. Add key: <property> to ontology\/Party\.yaml/,
  ],
  [
    'a key that is not a property',
    'ontology/Claim.yaml',
    'key: claimId',
    'key: claimIds',
    /^ontology\/Claim\.yaml:4:6: \/key is claimIds, but the key of Claim must be a required property of type string\. Did you mean claimId\?$/,
  ],
  [
    'an action kind with another key than its objects have',
    'kinds/action.note.file.yaml',
    'key: claimId',
    'key: reason',
    /:\d+:\d+: \/object\/key is reason, but ReserveNote has the key claimId\. Write key: claimId$/,
  ],
  [
    'an action kind whose payload has no Draft at its pointer',
    'kinds/action.note.file.yaml',
    'draft: /note',
    'draft: /letter',
    /:\d+:\d+: the payload type ReserveNoteFiling has no Draft of ReserveNote at \/letter\. In ontology\/ReserveNoteFiling\.yaml, give the member \/letter the members draftType: /,
  ],
  [
    'an ontologyPin of another ontology version',
    claimTool,
    'ontologyPin: "1.0.0"',
    'ontologyPin: "2.0.0"',
    /:6:14: \/ontologyPin is "2\.0\.0", but tenant\.yaml has the ontology "1\.0\.0"\. Write ontologyPin: "1\.0\.0"$/,
  ],
  [
    'a scope that does not exist',
    claimTool,
    'tool.claim.lookup.invoke',
    'tool.claim.lokup.invoke',
    /:8:10: there is no scope tool\.claim\.lokup\.invoke\. Did you mean tool\.claim\.lookup\.invoke\?$/,
  ],
  [
    'a marking that does not exist',
    claimTool,
    '[pii.medium, regulated.kvkk]',
    '[pii.medum, pii.high, regulated.kvkk]',
    /:9:23: there is no marking pii\.medum\. Did you mean pii\.medium\?$/,
  ],
  [
    'a signature with a marking that the record does not allow',
    claimTool,
    '[pii.medium, regulated.kvkk]',
    '[pii.low]',
    /:9:22: the signature has data with the marking pii\.medium, regulated\.kvkk, which the record does not allow\. Add the marking to markings\.allowed, or remove /,
  ],
  [
    'a purpose that does not exist',
    claimTool,
    'claims.adjustment',
    'claims.adjustmnt',
    /:10:12: there is no purpose claims\.adjustmnt\. Did you mean claims\.adjustment\?$/,
  ],
  [
    'an artefact version that does not exist',
    claimTool,
    'sor.policy-admin@1.0.0]',
    'sor.policy-admin@1.1.0]',
    /:11:8: there is no artefact sor\.policy-admin@1\.1\.0/,
  ],
  [
    'an artefact that the pattern cannot use',
    claimTool,
    'sor.policy-admin@1.0.0]',
    'sor.policy-admin@1.0.0, rates.tcmb@1.0.0]',
    /:11:32: the pattern lookup cannot use rates\.tcmb@1\.0\.0, which is of the kind RateTable\. Remove rates\.tcmb@1\.0\.0 from uses$/,
  ],
  [
    'a resource that the SoR does not have',
    claimTool,
    'resource: claim',
    'resource: clam',
    /:12:23: \/settings\/resource is clam, which is not a resource of sor\.policy-admin\. Did you mean claim\?$/,
  ],
  [
    'an eval pack that does not exist',
    claimTool,
    'pack.claim.lookup',
    'pack.claim.look',
    /:41:11: there is no pack pack\.claim\.look\./,
  ],
  [
    'a $ref to a type that does not exist',
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
    /:26:27: the \$ref https:\/\/example\.com\/claim\.json names something outside the tenant\. Write ontology\/Type/,
  ],
  [
    'an ontology property without a type',
    'ontology/Claim.yaml',
    'schema: { $ref: platform/Money }',
    'schema: {}',
    /^ontology\/Claim\.yaml:35:13: estimate: the schema has no type\./,
  ],
  [
    'a property without markings',
    'ontology/Claim.yaml',
    '    markings: [pii.low]\n  status',
    '  status',
    /^ontology\/Claim\.yaml:\d+:5: \/properties\/claimantPartyId\/markings is missing\. Add it: a list$/,
  ],
  [
    'an action kind whose SoR does not exist',
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
    /:5:11: \/mutation is reserve\.raise, which sor\.policy-admin does not declare\. /,
  ],
  [
    'an SoR with the network of the local cloud',
    'sors/sor.policy-admin.yaml',
    'network: public',
    'network: loopback',
    /^sors\/sor\.policy-admin\.yaml:4:10: \/network \("loopback"\) is allowed only in a deployment to the local cloud, which sets it itself\. Use public or private$/,
  ],
  [
    'a basis from a tool that does not exist',
    kind,
    '[tool.claim.lookup]',
    '[tool.claim.look]',
    /:8:11: there is no tool tool\.claim\.look\. Did you mean tool\.claim\.lookup\?$/,
  ],
  [
    'a queue that does not exist',
    kind,
    '[queue.claims-approvals]',
    '[queue.claims]',
    /:\d+:12: there is no queue queue\.claims\./,
  ],
  [
    'a payload type that is not the one of the staging tool',
    kind,
    'ontology/ReserveChange',
    'ontology/Reserve',
    /^tools\/tool\.reserve\.stage\.yaml:\d+:20: the schema of the payload is not Reserve, which action\.reserve\.change requires/,
  ],
  [
    'a binding to a missing member of the candidate',
    kind,
    'candidate: /newReserve/amount',
    'candidate: /newReserve/amunt',
    /:\d+:22: the argument candidate of tool\.reserve\.validate has no member \/newReserve\/amunt\. Use a pointer to one of its members: \/.*\/newReserve/,
  ],
  [
    'a binding to a missing member of the payload',
    kind,
    'amount, payload: /amount }',
    'amount, payload: /amount/value }',
    /:\d+:51: the payload type ReserveChange has no member \/amount\/value\. Use a pointer to one of its members: \/amount, /,
  ],
  [
    'a binding to a missing member of the object that the lookup finds',
    kind,
    'object: /status',
    'object: /state',
    /:\d+:44: the object that tool\.claim\.lookup finds has no member \/state\. Use a pointer to one of its members: \/.*\/status/,
  ],
  [
    'a shown change with a missing member of the payload',
    kind,
    'Currency, payload: /currency',
    'Currency, payload: /curency',
    /:\d+:33: the payload type ReserveChange has no member \/curency\./,
  ],
  [
    'a shown change with a missing member of the object that the lookup finds',
    kind,
    'object: /reserve/reason',
    'object: /reserve/0',
    /:\d+:48: the object that tool\.claim\.lookup finds has no member \/reserve\/0\./,
  ],
  [
    'a shown change with a missing member of a live object',
    'kinds/action.note.file.yaml',
    'object: /to/currency',
    'object: /to/curency',
    /: the object that tool\.note\.lookup finds has no member \/to\/curency\./,
  ],
  [
    'a malformed duration',
    kind,
    'PT30M',
    '30 minutes',
    /:9:11: \/basis\/maxAge is "30 minutes"\. Use an ISO 8601 duration of days and time, such as PT24H or P30D$/,
  ],
  [
    'a group that does not exist',
    'queues/queue.claims-approvals.yaml',
    'approvers,',
    'aprovers,',
    /:4:10: there is no group aprovers\. Did you mean approvers\?$/,
  ],
  [
    'a reason for a denial that is offered twice',
    'queues/queue.claims-approvals.yaml',
    'sla: PT4H',
    'sla: PT4H\ndenialReasons: [The estimate is missing, The estimate is missing]',
    /:6:16: \/denialReasons has a reason twice\. Keep one$/,
  ],
  [
    'a reason for a denial with a hidden character',
    'queues/queue.claims-approvals.yaml',
    'sla: PT4H',
    'sla: PT4H\ndenialReasons: ["The estimate\\u200b is missing"]',
    /:6:17: \/denialReasons\/0 is ".*"\. Remove its hidden character or its mark of text direction$/,
  ],
  [
    'a queue that does not say who is told',
    'queues/queue.claims-approvals.yaml',
    'notify: none\n',
    '',
    /^queues\/queue\.claims-approvals\.yaml:1:1: \/notify is missing: the queue notifies nobody, so a Task could wait unseen\. Write notify: \{ email: \[.*notify: none if its members look at the queue by themselves$/,
  ],
  [
    'a queue that names nobody',
    'queues/queue.claims-approvals.yaml',
    'notify: none',
    'notify: {}',
    /:7:9: \/notify names nobody\. Write notify: \{ email: /,
  ],
  [
    'a subscriber that is not a mail address',
    'queues/queue.claims-approvals.yaml',
    'notify: none',
    'notify: { email: [desk] }',
    /:7:19: \/notify\/email\/0 is "desk"\. Use an e-mail address, such as claims@insurer\.example$/,
  ],
  [
    'a subscriber that is a queue of SQS in order, to which no topic can deliver',
    'queues/queue.claims-approvals.yaml',
    'notify: none',
    'notify: { sqs: ["arn:aws:sqs:eu-central-1:111122223333:claims.fifo"] }',
    /: \/notify\/sqs\/0 is "arn:aws:sqs:eu-central-1:111122223333:claims\.fifo"\. Use the ARN of a standard queue, such as arn:/,
  ],
  [
    'a rule that is not CEL',
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
    'a pinned tool version that does not exist',
    'agents/claims-agent.yaml',
    'tool.claim.lookup: "1.0.0"',
    'tool.claim.lookup: "2.0.0"',
    /^agents\/claims-agent\.yaml:\d+:22: there is no tool version tool\.claim\.lookup@2\.0\.0/,
  ],
  [
    'an owner whose login looks like an agent',
    'tenant.yaml',
    'owners: [operator]',
    'owners: [operator, claims-agent]',
    /^tenant\.yaml:\d+:20: the owner claims-agent looks like the agent claims-agent/,
  ],
  [
    'an owner that is listed twice',
    'tenant.yaml',
    'owners: [operator]',
    'owners: [operator, operator]',
    /^tenant\.yaml:\d+:20: the owner operator looks like the owner operator/,
  ],
  [
    'an owner whose login looks like another owner',
    'tenant.yaml',
    'owners: [operator]',
    'owners: [operator, operat0r]',
    /^tenant\.yaml:\d+:20: the owner operat0r looks like the owner operator/,
  ],
  [
    'an agent whose owner does not exist',
    'agents/claims-agent.yaml',
    'owner: operator',
    'owner: nobody',
    /:3:8: there is no owner nobody\. /,
  ],
  [
    'a clearance for a marking that does not exist',
    'groups/adjusters.yaml',
    'clearances: [pii.medium',
    'clearances: [pii.secret',
    /^groups\/adjusters\.yaml:\d+:14: there is no marking pii\.secret/,
  ],
  [
    'an eval pack whose caller does not exist',
    'packs/pack.claim.lookup.yaml',
    '{ agent: claims-agent }',
    '{ agent: claim-agent }',
    /^packs\/pack\.claim\.lookup\.yaml:6:22: there is no agent claim-agent\. Did you mean claims-agent\?$/,
  ],
  [
    'an eval pack that expects a failure code that does not exist',
    'packs/pack.claim.lookup.yaml',
    'refused: permission.denied',
    'refused: permission.denyed',
    /^packs\/pack\.claim\.lookup\.yaml:\d+:\d+: \/cases\/3\/expect\/refused is "permission\.denyed"\. Did you mean permission\.denied\? Use one of: /,
  ],
  [
    'a golden case whose expected result has no value',
    'packs/pack.money.convert.yaml',
    '{ result: { status: hashed, algorithm: sha256 } }',
    '{ result: { value: {} } }',
    /^packs\/pack\.money\.convert\.yaml:70:\d+: \/cases\/\d+\/expect\/result asserts nothing, so every answer passes\. Write the members that the result must have/,
  ],
  [
    'a file with invalid YAML',
    claimTool,
    'pattern: lookup',
    'pattern: [lookup',
    /^tools\/tool\.claim\.lookup\.yaml:\d+:\d+: .*Correct the YAML$/,
  ],
  [
    'a YAML key that a file has twice',
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
    "a Cedar policy with an id of the platform's floor",
    'policies/access.cedar',
    '@id("compute-and-read")',
    '@id("scope")',
    /^policies\/access\.cedar:\d+:1: the @id scope is reserved for the platform's floor/,
  ],
  [
    'a Cedar policy with an id that is already defined',
    'policies/access.cedar',
    '@id("compute-and-read")',
    '@id("stage-and-ask")',
    /: the policy tenant\.access\.stage-and-ask is already defined in line \d+\. Give it another @id$/,
  ],
];

test.for(broken)(
  'For %s, the compiler reports one problem with its place and its fix',
  async ([, file, from, to, told]) => {
    await using copy = await copyOfDemo();
    await copy.edit(file, from, to);
    const problems = (await problemsOf(copy)).map(formatProblem);
    expect(problems).toContainEqual(expect.stringMatching(told));
    expect(problems.filter((problem) => told.test(problem))).toHaveLength(1);
  },
);

test('An eval pack in which every case expects a refusal is refused', async () => {
  await using copy = await copyOfDemo();
  const file = 'packs/pack.money.convert.yaml';
  const pack = await copy.read(file);
  const [first, last] = [pack.indexOf('  - name:'), pack.lastIndexOf('  - name:')];
  await copy.write(file, `${pack.slice(0, first)}${pack.slice(last)}`);
  expect((await problemsOf(copy)).map(formatProblem)).toEqual([
    expect.stringMatching(/convert\.yaml:\d+:\d+: \/cases has no case that expects a value of a result, so a tool/),
  ]);
});

test.for([
  ['no policy', ''],
  ['only policies that forbid', '@id("nobody")\nforbid (principal, action, resource);\n'],
] as const)('A tenant with %s is refused, because every call would be refused', async ([, text]) => {
  await using copy = await copyOfDemo();
  await copy.write('policies/access.cedar', text);
  expect((await problemsOf(copy)).map(formatProblem)).toEqual([
    'policies:1:1: no policy permits anything, so every call would be refused. ' +
      'Add a file policies/<name>.cedar with a permit policy: docs/tenants.md has an example',
  ]);
});

test('The demo tenant has no problem', async () => {
  await using copy = await copyOfDemo();
  expect(await problemsOf(copy)).toEqual([]);
});

test('All problems of all files are reported at once, in the order of the files', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('agents/claims-agent.yaml', 'owner: operator', 'owner: nobody');
  await copy.edit(claimTool, 'version: "1.0.0"', 'version: 1.0');
  await copy.edit('rates/rates.tcmb.yaml', '"54.9035"', '54.9035');
  const files = (await problemsOf(copy)).map(({ file }) => file);
  expect(files).toEqual(['agents/claims-agent.yaml', 'rates/rates.tcmb.yaml', 'tools/tool.claim.lookup.yaml']);
});

test('If a file does not load, only that file is reported, and not the files that name it', async () => {
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
])('If a file does not parse, only that file is reported: %s', async (file, from, to) => {
  await using copy = await copyOfDemo();
  await copy.edit(file, from, to);
  const problems = await problemsOf(copy);
  expect([...new Set(problems.map((problem) => problem.file))]).toEqual([file]);
});

test.each(Object.entries(artefactKinds).map(([kind, { folder }]) => [kind, folder] as const))(
  'If a file of the kind %s does not fit its schema, only that file is reported',
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

test('If the file of a tool version does not parse, only that file is reported, and not a $ref to that version', async () => {
  await using copy = await copyOfDemo();
  await copy.edit(claimTool, 'pattern: lookup', 'pattern: [lookup');
  const evidence = '$ref: "tool/tool.claim.lookup@1.0.0#response"';
  await copy.edit('tools/tool.note.lookup.yaml', '$ref: ontology/ReserveNote', evidence);
  expect((await problemsOf(copy)).map(({ file }) => file)).toEqual([claimTool]);
});

test('A file that nothing reads is reported, because its author would believe that it has an effect', async () => {
  await using copy = await copyOfDemo();
  await copy.write('policys/deny.cedar', 'forbid (principal, action, resource);');
  await copy.write('policies/deny.txt', 'forbid (principal, action, resource);');
  const told = (await problemsOf(copy)).map(formatProblem);
  expect(told).toContain(
    'policys:1:1: this file or folder is not part of a tenant, so nothing reads it. Did you mean policies?',
  );
  expect(told).toContain(
    'policies/deny.txt:1:1: this file or folder is not part of a tenant, so nothing reads it. Put only .cedar files into policies/',
  );
});

test('A file whose name does not match its id is reported', async () => {
  await using copy = await copyOfDemo();
  await copy.write('tools/tool.claims.lookup.yaml', await copy.read(claimTool));
  const told = (await problemsOf(copy)).map(formatProblem);
  expect(told).toEqual([
    'tools/tool.claims.lookup.yaml:1:5: the name of the file does not match its id tool.claim.lookup. Rename the file to tool.claim.lookup.yaml or tool.claim.lookup@1.0.0.yaml',
  ]);
});

test('A missing tenant.yaml is reported', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('tenant.yaml');
  expect((await problemsOf(copy)).map(formatProblem)).toContain('tenant.yaml:1:1: the file is missing. Add the file');
});

test('If the name of a tenant is too long for names of AWS resources, it is reported', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('tenant.yaml', 'id: demo', `id: ${'d'.repeat(32)}`);
  expect((await problemsOf(copy)).map(formatProblem)).toEqual([
    'tenant.yaml:1:5: /id has 32 characters. Use at most 31 characters: names of AWS resources begin with it',
  ]);
});

test('If a tenant does not exist, the error lists the tenants that do', async () => {
  await using copy = await copyOfDemo();
  await mkdir(join(copy.tenantsDir, 'notes'));
  await expect(checkedTenant(copy.tenantsDir, 'nope')).rejects.toThrow(
    /^there is no tenant "nope"\. Use one of: demo$/,
  );
});

test.each(['packs/pack.claim.lookup.yaml', 'policies/access.cedar', 'reports/tool.claim.lookup@1.0.0.json'])(
  'If %s has a line that is not UTF-8, the line is reported, because replacing its bytes could make two texts equal',
  async (file) => {
    await using copy = await copyOfDemo();
    const [first = '', ...rest] = (await copy.read(file)).split('\n');
    await writeFile(
      join(copy.folder, file),
      Buffer.concat([Buffer.from(`${first}\n`), Buffer.from('# \u00ddzmir\n', 'latin1'), Buffer.from(rest.join('\n'))]),
    );
    const told = (await problemsOf(copy)).map(formatProblem);
    expect(told).toContain(`${file}:2:1: the line is not UTF-8. Save the file as UTF-8`);
  },
);

test('A file may begin with a byte order mark', async () => {
  await using copy = await copyOfDemo();
  for (const file of ['tenant.yaml', 'policies/access.cedar', 'reports/tool.claim.lookup@1.0.0.json']) {
    await copy.write(file, `\uFEFF${await copy.read(file)}`);
  }
  expect(await problemsOf(copy)).toEqual([]);
});
