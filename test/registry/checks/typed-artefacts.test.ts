import { expect, test } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { formatProblem, TenantInvalid } from '../../../registry/tenant/problem.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const bands = 'bands/bands.claim-severity.yaml';
const classify = 'tools/tool.claim.classify-severity.yaml';
const note = 'templates/template.reserve-note.yaml';
const letter = 'templates/template.reserve-letter.yaml';
const compose = 'tools/tool.reserve.compose-note.yaml';

/** The change to a file of the demo, and the problem that the compiler must report. */
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
  ['a category without a rule', bands, 'cause: [theft, fire]', 'cause: [theft]', /no rule holds for .*cause = fire/],
  [
    'a category of the type that the bands do not list',
    'ontology/Claim.yaml',
    'hail, flood]',
    'hail, flood, vandalism]',
    /bands\.claim-severity\.yaml:\d+:\d+: dimension cause: these values of the enum of \/cause are not in values: vandalism\. /,
  ],
  [
    'a category that the type does not have',
    bands,
    'hail, flood] }\nrules',
    'hail, flood, storm] }\nrules',
    /no rule holds for .*cause = storm/,
  ],
  [
    'a dimension whose kind does not fit its member',
    bands,
    'kind: money, unit: TRY',
    'kind: decimal, unit: TRY',
    /dimension estimate: \/estimate can have a value that is not a valid decimal/,
  ],
  [
    'a dimension whose member does not exist',
    bands,
    'at: /injury',
    'at: /injured',
    /injury: \/injured is not a member of SeveritySubject/,
  ],
  [
    'evidence from a member that is not an EvidenceSpan',
    bands,
    'at: /injury,',
    'at: /injury, evidenceAt: /cause,',
    /injury: \/cause is not an EvidenceSpan/,
  ],
  [
    'a confidence from a member that is not a number from 0 to 1',
    bands,
    'at: /injury,',
    'at: /injury, confidenceAt: /estimate,',
    /injury: \/estimate is not a required number from 0 to 1/,
  ],
  [
    'a subject whose type does not exist',
    bands,
    'ontology/SeveritySubject',
    'ontology/SeveritySubjct',
    /there is no ontology type SeveritySubjct\. Did you mean SeveritySubject\?/,
  ],
  [
    'a tool whose subject has another type than its bands take',
    classify,
    'subject: { $ref: ontology/SeveritySubject }',
    'subject: { $ref: ontology/Reserve }',
    /the argument subject does not have the type that bands\.claim-severity takes\. In signature\.request, write subject: /,
  ],
  [
    'a tool that uses bands which no request names',
    classify,
    'enum: [bands.claim-severity, bands.claim-severity@1.0.0]',
    'enum: [bands.other]',
    /the record uses bands\.claim-severity, but no branch of signature\.request fixes the member \/schema to bands\.claim-severity/,
  ],
  [
    'a tool whose answer does not allow a band',
    classify,
    'enum: [fast-track, standard, complex, severe]',
    'enum: [fast-track, standard, complex]',
    /the member band of the response does not allow every band of bands\.claim-severity/,
  ],
  [
    'a part that the type does not have',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /reasons }',
    /template\.reserve-note\.yaml:\d+:\d+: \$part \/reasons is not declared by the type of the parts/,
  ],
  [
    'an optional part without a test for it',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /remark }',
    /\$part \/remark is optional\. Use it only inside \$if, with the condition \{ present: REFERENCE \}/,
  ],
  [
    'a part whose type does not fit the Draft’s member',
    note,
    'reason: { $part: /reason }',
    'reason: { $part: /documents }',
    /:\d+:\d+: the result of the template is not always a valid ReserveNote: reason is array, but must be string/,
  ],
  [
    'a value that the Draft’s type does not allow',
    note,
    'do: increase-or-decrease',
    'do: same',
    /is not always a valid ReserveNote: kind/,
  ],
  [
    'a template without a required member of the Draft',
    note,
    '  to: { $part: /newReserve }\n',
    '',
    /is not always a valid ReserveNote: to is optional, but must be required/,
  ],
  [
    'a template with a member that the Draft does not allow',
    note,
    '  claimId: {',
    '  extra: 1\n  claimId: {',
    /is not always a valid ReserveNote: extra/,
  ],
  [
    'a letter that may be longer than the Draft’s member',
    letter,
    'maxLength: 12000',
    'maxLength: 12001',
    /is not always a valid ReserveLetter: text/,
  ],
  [
    'a letter that names a part that does not exist',
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
    'a Draft whose type does not exist',
    note,
    'draft: { $ref: ontology/ReserveNote }',
    'draft: { $ref: ontology/ReserveNotes }',
    /there is no ontology type ReserveNotes\. Did you mean ReserveNote\?/,
  ],
  [
    'a tool whose parts have another type than its template takes',
    compose,
    'parts: { $ref: ontology/ReserveLetterParts }',
    'parts: { $ref: ontology/ReserveNote }',
    /the argument parts does not have the type that template\.reserve-note takes/,
  ],
  [
    'a tool whose answer has another type than the Draft',
    compose,
    'content: { $ref: ontology/ReserveNote }',
    'content: { $ref: ontology/Reserve }',
    /the response has no place for the Draft of template\.reserve-note/,
  ],
  [
    'a composition that uses bands',
    compose,
    'uses: [template.reserve-note@1.0.0]',
    'uses: [template.reserve-note@1.0.0, bands.claim-severity@1.0.0]',
    /the pattern composition cannot use bands\.claim-severity@1\.0\.0, which is of the kind ClassificationSchema/,
  ],
];

test.for(broken)(
  'For %s, the compiler refuses the tenant and reports the problem',
  async ([, file, from, to, expected]) => {
    await using copy = await copyOfDemo();
    await copy.edit(file, from, to);
    const refused = await checkedTenant(copy.tenantsDir, 'demo').catch((error: unknown) => error);
    if (!(refused instanceof TenantInvalid)) throw new Error('nothing was refused', { cause: refused });
    const told = refused.problems.map(formatProblem);
    expect(
      told.some((line) => expected.test(line)),
      told.join('\n'),
    ).toBe(true);
  },
);
