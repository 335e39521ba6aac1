import { expect, test } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { formatProblem, TenantInvalid } from '../../../registry/tenant/problem.ts';
import { unreleased } from '../../../registry/release/tool-version.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

const exposure = 'tools/tool.claims.exposure.yaml';

/** The change to the demo's aggregation, and the problem that the compiler must report. */
const broken: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'more objects than a call can read before its deadline',
    'expects: { objects: 50000 }',
    'expects: { objects: 200001 }',
    /tool\.claims\.exposure\.yaml:\d+:\d+: \/settings\/expects\/objects is 200001, but a call can read at most 200000 objects before its deadline\. Use at most 200000, or add engine: athena to settings, which allows up to 20000000$/,
  ],
  [
    'more exported objects than its engine can read',
    'expects: { objects: 50000 }',
    'engine: athena\n  expects: { objects: 20000001 }',
    /before its deadline\. Use at most 20000000$/,
  ],
  [
    'an unknown engine',
    'expects: { objects: 50000 }',
    'engine: spark\n  expects: { objects: 50000 }',
    /\/settings\/engine is "spark"\. Use one of: table$/,
  ],
  [
    'a type without a list of allowed names',
    'type: { type: string, const: Claim }',
    'type: { type: string, pattern: "^[A-Z][A-Za-z0-9]{0,62}$" }',
    /the argument objects\.type does not list the names/,
  ],
  [
    'a type that does not exist',
    'type: { type: string, const: Claim }',
    'type: { type: string, const: Claims }',
    /there is no ontology type Claims\. Did you mean Claim\?/,
  ],
  [
    'a member that the type does not have',
    'enum: [/city, /cause]',
    'enum: [/city, /causes]',
    /groupBy\.\* allows \/causes, which does not exist in Claim/,
  ],
  [
    'a sum of texts',
    'of: { type: string, const: /reserve/amount }',
    'of: { type: string, const: /city }',
    /op\.of allows \/city, which has the kind text in Claim\. Use a member of one of these kinds: money, decimal, integer/,
  ],
  [
    'a sum of objects',
    'of: { type: string, const: /reserve/amount }',
    'of: { type: string, const: /reserve }',
    /op\.of allows \/reserve, which does not exist in Claim or can have values of two kinds/,
  ],
  [
    'a window over a text',
    'at: { type: string, const: /lossDate }',
    'at: { type: string, const: /city }',
    /window\.at allows \/city, which has the kind text in Claim\. Use a member of one of these kinds: date, instant/,
  ],
  [
    'groups by a decimal',
    'enum: [/city, /cause]',
    'enum: [/city, /reserve/amount]',
    /groupBy\.\* allows \/reserve\/amount, which has the kind decimal/,
  ],
  [
    'a marking that the record does not allow',
    'markings: { allowed: [pii.low] }',
    'markings: { allowed: [] }',
    /the signature has data with the marking pii\.low, which the record does not allow\. Add the marking to markings\.allowed/,
  ],
  [
    'a metric with the markings of whole objects, which the record does not allow',
    'propagation: members',
    'propagation: objects',
    /the signature has data with the marking pii\.medium, regulated\.kvkk, which the record does not allow/,
  ],
  ['no setting propagation', '  propagation: members\n', '', /tool\.claims\.exposure\.yaml:\d+:\d+: .*propagation/],
  [
    'the setting members, which only the compiler writes',
    '  propagation: members\n',
    '  propagation: members\n  members: {}\n',
    /\/settings\/members is set, but the compiler writes this member from the signature\. Remove members from settings/,
  ],
];

async function problemsOf(copy: TenantCopy): Promise<readonly string[]> {
  const refused = await checkedTenant(copy.tenantsDir, 'demo').catch((error: unknown) => error);
  if (!(refused instanceof TenantInvalid)) throw new Error('nothing was refused', { cause: refused });
  return refused.problems.map(formatProblem);
}

test.for(broken)('If an aggregation has %s, the compiler refuses the tenant', async ([, from, to, expected]) => {
  await using copy = await copyOfDemo();
  await copy.edit(exposure, from, to);
  const told = await problemsOf(copy);
  expect(
    told.some((line) => expected.test(line)),
    told.join('\n'),
  ).toBe(true);
});

test('One tool may take objects by type, by a member that equals a value or is in a list, and by `refs`', async () => {
  await using copy = await copyOfDemo();
  const whole = await copy.read(exposure);
  const objects = whole.slice(whole.indexOf('      objects:\n'), whole.indexOf('      window:\n'));
  const status = 'at: { type: string, const: /status }';
  await copy.edit(
    exposure,
    objects,
    `      objects:
        oneOf:
          - type: object
            properties:
              type: { type: string, const: Claim }
              where:
                type: array
                maxItems: 2
                items:
                  oneOf:
                    - type: object
                      properties: { ${status}, equals: { type: string, enum: [open, closed] } }
                      required: [at, equals]
                      additionalProperties: false
                    - type: object
                      properties: { ${status}, in: { type: array, minItems: 1, maxItems: 2, items: { type: string, enum: [open, closed] } } }
                      required: [at, in]
                      additionalProperties: false
            required: [type]
            additionalProperties: false
          - type: object
            properties:
              refs:
                type: array
                minItems: 1
                maxItems: 100
                items:
                  type: object
                  properties: { type: { type: string, const: Claim }, id: { type: string, minLength: 1, maxLength: 64 } }
                  required: [type, id]
                  additionalProperties: false
            required: [refs]
            additionalProperties: false
`,
  );
  const { signatures } = await checkedTenant(copy.tenantsDir, 'demo');
  expect(signatures.get('tool.claims.exposure@1.0.0')?.reaches).toEqual(['pii.low']);
});

test('If an aggregation allows a rate in a window without a length, the compiler refuses the tenant', async () => {
  await using copy = await copyOfDemo();
  await copy.edit(
    exposure,
    '      window:\n        oneOf:\n',
    `      window:
        oneOf:
          - type: object
            properties: { kind: { type: string, const: current } }
            required: [kind]
            additionalProperties: false
`,
  );
  await copy.edit(
    exposure,
    '            properties: { kind: { type: string, const: count } }\n            required: [kind]\n',
    `            properties:
              kind: { type: string, const: rate }
              per: { type: string, const: P1D }
              rounding:
                type: object
                properties: { scale: { type: integer, const: 2 }, mode: { type: string, const: down } }
                required: [scale, mode]
                additionalProperties: false
            required: [kind, per, rounding]
`,
  );
  expect((await problemsOf(copy)).join('\n')).toMatch(
    /the request allows an op of kind rate with a window of kind current, which has no length to divide by/,
  );
});

test('The compiled record has the members that its signature lists, with kinds and markings from the ontology', async () => {
  const checked = await checkedTenant(new URL('../../../tenants', import.meta.url).pathname, 'demo');
  const file = checked.tenant.tools.find(({ value }) => value.id === 'tool.claims.exposure')?.value;
  if (!file) throw new Error('the demo has no aggregation');
  const { settings, reaches } = unreleased(checked, file);
  expect(reaches).toEqual(['pii.low']);
  expect(settings).toMatchObject({
    members: {
      Claim: {
        markings: ['pii.medium', 'regulated.kvkk'],
        known: ['pii.low', 'pii.medium', 'regulated.kvkk'],
        read: {
          '/cause': { kind: 'text', markings: [] },
          '/city': { kind: 'text', markings: ['pii.low'] },
          '/lossDate': { kind: 'date', markings: ['pii.low'] },
          '/reserve/amount': { kind: 'decimal', markings: ['pii.low'] },
          '/status': { kind: 'text', markings: [] },
        },
      },
    },
  });
});
