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
  ['true', true, [], 'is open to any value'],
  ['an empty schema', {}, [], 'has no type'],
  ['a property that is true', object({ a: true }), ['properties', 'a'], 'is open to any value'],
  ['a property without a type', object({ a: { description: 'anything' } }), ['properties', 'a'], 'has no type'],
  [
    'an object without properties',
    { type: 'object', additionalProperties: false },
    [],
    'is an object without properties',
  ],
  [
    'an object open to other members',
    { type: 'object', properties: { a: { type: 'string' } } },
    [],
    'is an object open to other members',
  ],
  [
    'an object with a map of anything',
    { type: 'object', properties: {}, additionalProperties: {} },
    [],
    'is an object open to other members',
  ],
  [
    'an object that says that it is open',
    { type: 'object', properties: {}, additionalProperties: true },
    [],
    'is an object open to other members',
  ],
  ['an array without items', { type: 'array' }, [], 'is an array without items'],
  ['an array of anything', { type: 'array', items: {} }, ['items'], 'has no type'],
  ['a branch that is open', { oneOf: [{ type: 'string' }, {}] }, ['oneOf', 1], 'has no type'],
  ['a type that JSON has not', { type: 'date' }, ['type'], 'date is not a JSON type'],
  [
    'a format that is not linear',
    { type: 'string', format: 'email' },
    ['format'],
    'the format email is not checked in linear time',
  ],
  [
    'a pattern that can backtrack',
    { type: 'string', pattern: '^(a|a)*$' },
    ['pattern'],
    'the pattern has alternatives under a loop that can begin alike',
  ],
  [
    'a member that is required and not there',
    object({ a: { type: 'string' } }, { required: ['b'] }),
    ['required'],
    'requires b, which is not a property',
  ],
  [
    'branches that one value could fit',
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    ['oneOf'],
    'has branches that one value could fit at once',
  ],
  [
    'objects that one value could fit, for one takes what the other requires',
    { oneOf: [object({ a: text }, { required: ['a'] }), object({ a: text, b: text }, { required: ['a'] })] },
    ['oneOf'],
    'has branches that one value could fit at once',
  ],
  [
    'objects that require other members, of which one is a map',
    { oneOf: [object({ a: text }, { required: ['a'] }), { type: 'object', additionalProperties: text }] },
    ['oneOf'],
    'has branches that one value could fit at once',
  ],
  ['a negation', { type: 'string', not: { const: 'a' } }, ['not'], 'not has no place in a signature'],
  ['a default', { type: 'string', default: 'a' }, ['default'], 'default has no place in a signature'],
  ['a schema over 64 KB', { type: 'string', enum: ['x'.repeat(66_000)] }, [], 'is over 65536 bytes'],
] as const)('an untyped any is forbidden: %s', ([, schema, path, message]) => {
  const findings = checkForm(schema).map((finding) => ({ path: finding.path, message: finding.message }));
  expect(findings).toContainEqual({ path: [...path], message });
});

test('what has a type, a constant, an enumeration or alternatives throughout is taken', () => {
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
