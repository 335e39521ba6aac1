import { expect, test } from 'vitest';
import { resolveSchema, type Shapes } from '../../../registry/signature/resolve.ts';

const property = (schema: Record<string, unknown>, markings: string[] = [], required = true) => ({
  schema,
  markings,
  required,
});
const type = (id: string, properties: Record<string, ReturnType<typeof property>>) =>
  [id, { id, version: '1.0.0', description: id, properties }] as const;

const shapes: Shapes = {
  types: new Map([
    type('Claim', {
      id: property({ type: 'string' }, ['pii.low']),
      party: property({ $ref: 'ontology/Party' }, ['regulated.kvkk']),
      note: property({ type: 'string' }, [], false),
    }),
    type('Party', { name: property({ type: 'string' }, ['pii.medium']) }),
    type('Tree', { left: property({ $ref: 'ontology/Tree' }) }),
    type('Forest', { trees: property({ anyOf: [{ type: 'null' }, { $ref: 'ontology/Grove' }] }) }),
    type('Grove', { forest: property({ $ref: 'ontology/Forest' }) }),
    ...Array.from({ length: 40 }, (_, i) => type(`Deep${i}`, { next: property({ $ref: `ontology/Deep${i + 1}` }) })),
    type('Deep40', { end: property({ type: 'string' }) }),
    ...Array.from({ length: 12 }, (_, i) =>
      type(`Wide${i}`, {
        a: property({ $ref: `ontology/Wide${i + 1}` }),
        b: property({ $ref: `ontology/Wide${i + 1}` }),
      }),
    ),
    type('Wide12', { end: property({ type: 'string' }) }),
  ]),
  platform: { Money: { type: 'string' } },
  tools: new Map([['tool.a@1.0.0', { request: { type: 'integer' }, response: { $ref: 'ontology/Party#name' } }]]),
};

test('A resolved ontology type is a closed object of its properties, and each $ref in it is replaced by its schema', () => {
  expect(resolveSchema({ $ref: 'ontology/Claim' }, shapes).schema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string' },
      party: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
      note: { type: 'string' },
    },
    required: ['id', 'party'],
    additionalProperties: false,
  });
});

test('The markings of a signature are those of exactly the properties that it includes', () => {
  const reaches = (schema: unknown): readonly string[] => [...resolveSchema(schema, shapes).reaches].sort();
  expect(reaches({ $ref: 'ontology/Claim' })).toEqual(['pii.low', 'pii.medium', 'regulated.kvkk']);
  expect(reaches({ $ref: 'ontology/Claim#id' })).toEqual(['pii.low']);
  expect(reaches({ type: 'array', items: { $ref: 'ontology/Claim#party' } })).toEqual(['pii.medium', 'regulated.kvkk']);
  expect(reaches({ $ref: 'ontology/Claim#note' })).toEqual([]);
  expect(reaches({ $ref: 'tool/tool.a@1.0.0#response' })).toEqual(['pii.medium']);
});

test.each([
  ['https://example.com/schema.json', 'names something outside the tenant'],
  ['//example.com/schema.json', 'names something outside the tenant'],
  ['file:///etc/passwd', 'names something outside the tenant'],
  ['#/$defs/Local', 'is malformed'],
  ['ontology/../secrets', 'is malformed'],
  ['ontology/Clam', 'there is no ontology type Clam'],
  ['ontology/Claim#amont', 'Claim has no property amont'],
  ['platform/Mony', 'there is no platform/Mony'],
  ['tool/tool.a@2.0.0#request', 'there is no tool version tool.a@2.0.0'],
  ['ontology/Tree', 'ontology/Tree is recursive'],
  ['ontology/Forest', 'ontology/Forest is recursive'],
  ['ontology/Deep0', 'the schema is nested over 32 levels'],
  ['ontology/Wide0', 'the schema has over 1000 subschemas'],
])(
  'If a $ref names something outside the tenant, is recursive or names nothing that exists, it is refused: %s',
  (ref, message) => {
    const { findings } = resolveSchema({ type: 'object', properties: { a: { $ref: ref } } }, shapes);
    expect(findings[0]?.message).toContain(message);
    expect(findings[0]?.path).toEqual(['properties', 'a', '$ref']);
  },
);

test('A $ref with other keywords beside it is refused, because they would be lost', () => {
  const { findings } = resolveSchema({ $ref: 'platform/Money', maxLength: 3 }, shapes);
  expect(findings[0]?.message).toBe('the $ref has other keywords beside it: maxLength');
});
