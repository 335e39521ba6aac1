import { expect, test } from 'vitest';
import { resolveSchema, type Shapes } from '../../../registry/signature/resolve.ts';
import { cpuTime } from '../../support/cpu-time.ts';

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

test('a type is a closed object of its properties, and refs within it are written out', () => {
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

test('the markings of a signature are those of every property that it reaches, and of no other', () => {
  const reaches = (schema: unknown): readonly string[] => [...resolveSchema(schema, shapes).reaches].sort();
  expect(reaches({ $ref: 'ontology/Claim' })).toEqual(['pii.low', 'pii.medium', 'regulated.kvkk']);
  expect(reaches({ $ref: 'ontology/Claim#id' })).toEqual(['pii.low']);
  expect(reaches({ type: 'array', items: { $ref: 'ontology/Claim#party' } })).toEqual(['pii.medium', 'regulated.kvkk']);
  expect(reaches({ $ref: 'ontology/Claim#note' })).toEqual([]);
  expect(reaches({ $ref: 'tool/tool.a@1.0.0#response' })).toEqual(['pii.medium']);
});

test.each([
  ['https://example.com/schema.json', 'leaves the tenant'],
  ['//example.com/schema.json', 'leaves the tenant'],
  ['file:///etc/passwd', 'leaves the tenant'],
  ['#/$defs/Local', 'is no reference'],
  ['ontology/../secrets', 'is no reference'],
  ['ontology/Clam', 'there is no ontology type Clam'],
  ['ontology/Claim#amont', 'Claim has no property amont'],
  ['platform/Mony', 'there is no platform/Mony'],
  ['tool/tool.a@2.0.0#request', 'there is no tool version tool.a@2.0.0'],
  ['ontology/Tree', 'ontology/Tree is recursive'],
  ['ontology/Forest', 'ontology/Forest is recursive'],
  ['ontology/Deep0', 'is nested over 32 levels'],
  ['ontology/Wide0', 'has over 1000 subschemas'],
])('a $ref that leaves the tenant, has no end or names nothing is refused: %s', (ref, message) => {
  const spent = cpuTime();
  const { findings } = resolveSchema({ type: 'object', properties: { a: { $ref: ref } } }, shapes);
  expect(findings[0]?.message).toContain(message);
  expect(findings[0]?.path).toEqual(['properties', 'a', '$ref']);
  expect(spent()).toBeLessThan(500);
});

test('a $ref with other keywords beside it is refused: they would be lost', () => {
  const { findings } = resolveSchema({ $ref: 'platform/Money', maxLength: 3 }, shapes);
  expect(findings[0]?.message).toBe('a $ref has other keywords beside it');
});
