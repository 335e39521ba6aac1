import { expect, test } from 'vitest';
import { checkForm } from '../../../registry/signature/form.ts';

const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

const text = { type: 'string' };

test.for([
  ['true', true, [], 'the schema allows any value'],
  ['an empty schema', {}, [], 'the schema has no type'],
  ['a property that is true', object({ a: true }), ['properties', 'a'], 'the schema allows any value'],
  [
    'a property without a type',
    object({ a: { description: 'anything' } }),
    ['properties', 'a'],
    'the schema has no type',
  ],
  [
    'an object without properties',
    { type: 'object', additionalProperties: false },
    [],
    'the schema of the object does not list its properties',
  ],
  [
    'an object open to other members',
    { type: 'object', properties: { a: { type: 'string' } } },
    [],
    'the schema of the object allows members that it does not list',
  ],
  [
    'an object with a map of anything',
    { type: 'object', properties: {}, additionalProperties: {} },
    [],
    'the schema of the object allows members that it does not list',
  ],
  [
    'an object with additionalProperties: true',
    { type: 'object', properties: {}, additionalProperties: true },
    [],
    'the schema of the object allows members that it does not list',
  ],
  ['an array without items', { type: 'array' }, [], 'the schema of the array does not have the keyword items'],
  ['an array of anything', { type: 'array', items: {} }, ['items'], 'the schema has no type'],
  ['a branch that is open', { oneOf: [{ type: 'string' }, {}] }, ['oneOf', 1], 'the schema has no type'],
  ['a type that JSON does not have', { type: 'date' }, ['type'], 'date is not a JSON type'],
  [
    'a format that is not linear',
    { type: 'string', format: 'email' },
    ['format'],
    'the format email is not allowed, because it cannot be checked in linear time',
  ],
  [
    'a pattern that can backtrack',
    { type: 'string', pattern: '^(a|a)*$' },
    ['pattern'],
    'the pattern has a loop over alternatives that can begin with the same character',
  ],
  [
    'a required member that is not among the properties',
    object({ a: { type: 'string' } }, { required: ['b'] }),
    ['required'],
    'the object requires b, which is not one of its properties',
  ],
  [
    'branches that one value could fit',
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    ['oneOf'],
    'one value could fit several branches of oneOf',
  ],
  [
    'two objects that one value could fit, because one allows what the other requires',
    { oneOf: [object({ a: text }, { required: ['a'] }), object({ a: text, b: text }, { required: ['a'] })] },
    ['oneOf'],
    'one value could fit several branches of oneOf',
  ],
  [
    'an object and a map that one value could fit',
    { oneOf: [object({ a: text }, { required: ['a'] }), { type: 'object', additionalProperties: text }] },
    ['oneOf'],
    'one value could fit several branches of oneOf',
  ],
  ['a negation', { type: 'string', not: { const: 'a' } }, ['not'], 'the keyword not is not allowed in a schema'],
  ['a default', { type: 'string', default: 'a' }, ['default'], 'the keyword default is not allowed in a schema'],
  ['a schema over 64 KB', { type: 'string', enum: ['x'.repeat(66_000)] }, [], 'the schema is over 65536 bytes'],
] as const)('A schema with a form that is not allowed is refused: %s', ([, schema, path, message]) => {
  const findings = checkForm(schema).map((finding) => ({ path: finding.path, message: finding.message }));
  expect(findings).toContainEqual({ path: [...path], message });
});

test('A schema is allowed if every part has a type, a constant, an enumeration or alternatives', () => {
  const schema = object({
    kind: { const: 'a' },
    size: { enum: [1, 2] },
    names: { type: 'array', items: { type: 'string', maxLength: 10 } },
    rates: { type: 'object', additionalProperties: { type: 'string' } },
    either: {
      oneOf: [object({ t: { const: 1 } }, { required: ['t'] }), object({ t: { const: 2 } }, { required: ['t'] })],
    },
    closed: { oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] },
    more: {
      oneOf: [object({ a: text }, { required: ['a'] }), object({ a: text, b: text }, { required: ['a', 'b'] })],
    },
    maybe: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
  });
  expect(checkForm(schema)).toEqual([]);
});
