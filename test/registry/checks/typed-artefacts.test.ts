import { expect, test } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { formatProblem, TenantInvalid } from '../../../registry/tenant/problem.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const bands = 'bands/bands.claim-severity.yaml';
const classify = 'tools/tool.claim.classify-severity.yaml';
const note = 'templates/template.reserve-note.yaml';
const letter = 'templates/template.reserve-letter.yaml';
const compose = 'tools/tool.reserve.compose-note.yaml';

/** What is broken, how, and the one problem that is told: its place, what it says and what to do. */
const broken: readonly (readonly [string, string, string, string, RegExp])[] = [
  [
    'a gap between two bands',
    bands,
    'above: "25000"',
    'above: "30000"',
    /:\d+:\d+: \/rules have a gap: no rule holds for estimate = 27500 TRY \(at \/estimate\), injury = false \(at \/injury\), cause = collision \(at \/cause\)\. /,
  ],
  ['a gap of one amount', bands, 'atMost: "25000"', 'below: "25000"', /no rule holds for estimate = 25000 TRY/],
  [
    'an overlap of one amount',
    bands,
    'above: "25000"',
    'atLeast: "25000"',
    /small-damage and ordinary-damage both hold for estimate = 25000 TRY/,
  ],
  ['a category that has no rule', bands, 'cause: [theft, fire]', 'cause: [theft]', /no rule holds for .*cause = fire/],
  [
    'a category that the type has and the bands do not list',
    'ontology/Claim.yaml',
    'hail, flood]',
    'hail, flood, vandalism]',
    /bands\.claim-severity\.yaml:\d+:\d+: cause: leaves a gap: vandalism\. /,
  ],
  [
    'a category that the type does not have',
    bands,
    'hail, flood] }\nrules',
    'hail, flood, storm] }\nrules',
    /no rule holds for .*cause = storm/,
  ],
  [
    'a dimension of another kind than the member',
    bands,
    'kind: money, unit: TRY',
    'kind: decimal, unit: TRY',
    /estimate: \/estimate is not always a valid decimal/,
  ],
  [
    'a dimension of no member',
    bands,
    'at: /injury',
    'at: /injured',
    /injury: \/injured is not a member of SeveritySubject/,
  ],
  [
    'evidence of no member',
    bands,
    'at: /injury,',
    'at: /injury, evidenceAt: /cause,',
    /injury: \/cause is not an EvidenceSpan/,
  ],
  [
    'a confidence that may be anything',
    bands,
    'at: /injury,',
    'at: /injury, confidenceAt: /estimate,',
    /injury: \/estimate is not always a number from 0 to 1/,
  ],
  [
    'a subject of no type',
    bands,
    'ontology/SeveritySubject',
    'ontology/SeveritySubjct',
    /there is no ontology type SeveritySubjct\. Did you mean SeveritySubject\?/,
  ],
  [
    'a tool that takes another subject',
    classify,
    'subject: { $ref: ontology/SeveritySubject }',
    'subject: { $ref: ontology/Reserve }',
    /subject is not the subject of bands\.claim-severity\. Write subject: /,
  ],
  [
    'a tool that takes no such schema',
    classify,
    'enum: [bands.claim-severity, bands.claim-severity@1.0.0]',
    'enum: [bands.other]',
    /no request names bands\.claim-severity as its schema, and the tool uses it/,
  ],
  [
    'a tool without room for a band',
    classify,
    'enum: [fast-track, standard, complex, severe]',
    'enum: [fast-track, standard, complex]',
    /band has not every band of bands\.claim-severity/,
  ],
  [
    'a part that the type does not have',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /reasons }',
    /template\.reserve-note\.yaml:\d+:\d+: \$part \/reasons is not declared by the type of the parts/,
  ],
  [
    'a part that need not be there',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /remark }',
    /\$part \/remark is optional\. Test it first with \$if and present/,
  ],
  [
    'a part of another type than the draft’s member',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /documents }',
    /:\d+:\d+: is not always a valid ReserveNote: reason is array, and must be string/,
  ],
  [
    'a value that the draft’s type forbids',
    note,
    'do: increase-or-decrease',
    'do: same',
    /is not always a valid ReserveNote: kind/,
  ],
  [
    'a member that the draft must have',
    note,
    '  to: { $part: /newReserve }\n',
    '',
    /is not always a valid ReserveNote: to is optional, and must be required/,
  ],
  [
    'a member that the draft may not have',
    note,
    '  claimId: {',
    '  extra: 1\n  claimId: {',
    /is not always a valid ReserveNote: extra/,
  ],
  [
    'a letter that may be longer than the draft’s member',
    letter,
    'maxLength: 12000',
    'maxLength: 12001',
    /is not always a valid ReserveLetter: text/,
  ],
  [
    'a letter that names what is not there',
    letter,
    'Gerekçe: {{ reason }}',
    'Gerekçe: {{ raeson }}',
    /template\.reserve-letter\.yaml:\d+:\d+: \{\{ raeson \}\} names raeson, which the parts do not have/,
  ],
  [
    'a letter that includes a file',
    letter,
    'Gerekçe: {{ reason }}',
    '{% include "/etc/passwd" %}',
    /is not a valid letter: tag "include" not found/,
  ],
  [
    'a letter with a script',
    letter,
    '<p>Gerekçe: {{ reason }}</p>',
    '<script>{{ reason }}</script>',
    /has HTML that letters do not support/,
  ],
  [
    'a draft of no type',
    note,
    'draft: { $ref: ontology/ReserveNote }',
    'draft: { $ref: ontology/ReserveNotes }',
    /there is no ontology type ReserveNotes\. Did you mean ReserveNote\?/,
  ],
  [
    'a tool that takes other parts',
    compose,
    'parts: { $ref: ontology/ReserveLetterParts }',
    'parts: { $ref: ontology/ReserveNote }',
    /parts is not the parts of template\.reserve-note/,
  ],
  [
    'a tool that answers another draft',
    compose,
    'content: { $ref: ontology/ReserveNote }',
    'content: { $ref: ontology/Reserve }',
    /has no place for the draft of template\.reserve-note/,
  ],
  [
    'a tool that uses bands for a template',
    compose,
    'uses: [template.reserve-note@1.0.0]',
    'uses: [template.reserve-note@1.0.0, bands.claim-severity@1.0.0]',
    /composition has no use for a ClassificationSchema/,
  ],
];

test.for(broken)('%s is refused when the tenant is compiled', async ([, file, from, to, expected]) => {
  await using copy = await copyOfDemo();
  await copy.edit(file, from, to);
  const refused = await checkedTenant(copy.tenantsDir, 'demo').catch((error: unknown) => error);
  if (!(refused instanceof TenantInvalid)) throw new Error('nothing was refused', { cause: refused });
  const told = refused.problems.map(formatProblem);
  expect(
    told.some((line) => expected.test(line)),
    told.join('\n'),
  ).toBe(true);
});
