import { expect, test } from 'vitest';
import { bumpBetween, declaredBump } from '../../../../registry/signature/bump/bump.ts';

const object = (
  properties: object,
  required: readonly string[] = Object.keys(properties),
  more: object = {},
): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const text = { type: 'string' };
const variant = (kind: string): object => object({ kind: { type: 'string', const: kind } });

const same = object({ a: text });
const requests: readonly (readonly [string, object, object, string])[] = [
  ['no change', same, same, 'patch'],
  ['an optional member is added', same, object({ a: text, b: text }, ['a']), 'minor'],
  ['a required member is added', same, object({ a: text, b: text }), 'major'],
  ['a member is removed', object({ a: text, b: text }, ['a']), same, 'major'],
  ['a required member becomes optional', object({ a: text }), object({ a: text }, []), 'minor'],
  ['an optional member becomes required', object({ a: text }, []), object({ a: text }), 'major'],
  ['an enumeration grows', { type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }, 'minor'],
  ['an enumeration shrinks', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, 'major'],
  ['a text may be longer', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 6 }, 'minor'],
  ['a text must be shorter', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 4 }, 'major'],
  ['a text gets a maximum length', text, { type: 'string', maxLength: 4 }, 'major'],
  ['a pattern is removed', { type: 'string', pattern: '^a$' }, text, 'minor'],
  ['a pattern changes', { type: 'string', pattern: '^a$' }, { type: 'string', pattern: '^b$' }, 'major'],
  ['an integer becomes a number', { type: 'integer' }, { type: 'number' }, 'minor'],
  ['a number becomes an integer', { type: 'number' }, { type: 'integer' }, 'major'],
  ['null is also allowed', text, { type: ['string', 'null'] }, 'minor'],
  ['a bound excludes its end', { type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 1 }, 'major'],
  ['a bound includes its end', { type: 'integer', exclusiveMinimum: 1 }, { type: 'integer', minimum: 1 }, 'minor'],
  ['a variant is added', { oneOf: [variant('a')] }, { oneOf: [variant('a'), variant('b')] }, 'minor'],
  ['a variant is removed', { oneOf: [variant('a'), variant('b')] }, { oneOf: [variant('a')] }, 'major'],
  ['a second type is added by anyOf', { type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'minor'],
  [
    'items may no longer repeat',
    { type: 'array', items: text },
    { type: 'array', items: text, uniqueItems: true },
    'major',
  ],
  [
    'items are narrowed',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'string', maxLength: 1 } },
    'major',
  ],
  ['an unknown keyword changes', { type: 'number', multipleOf: 2 }, { type: 'number', multipleOf: 1 }, 'major'],
  [
    'an unknown keyword does not change',
    { type: 'number', multipleOf: 2, minimum: 1 },
    { type: 'number', multipleOf: 2 },
    'minor',
  ],
  ['a title changes', { type: 'string', title: 'a' }, { type: 'string', title: 'b' }, 'minor'],
  ['a map is closed', { type: 'object', additionalProperties: text }, object({}), 'major'],
  [
    'names of a map are narrowed',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, propertyNames: { maxLength: 3 } },
    'major',
  ],
  ['a $ref is not resolved', { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, 'major'],
];
test.for(requests)(
  'If a request changes and old values stay valid, the bump is not major; otherwise it is major: %s',
  ([, older, newer, bump]) => {
    expect(bumpBetween({ request: older, response: same }, { request: newer, response: same }).bump).toBe(bump);
  },
);

const responses: readonly (readonly [string, object, object, string])[] = [
  ['a member is added', same, object({ a: text, b: text }), 'minor'],
  ['an optional member is added', same, object({ a: text, b: text }, ['a']), 'minor'],
  ['a nested member is added', object({ in: same }), object({ in: object({ a: text, b: text }) }), 'minor'],
  ['a member is removed', object({ a: text, b: text }), same, 'major'],
  ['an optional member is removed', object({ a: text, b: text }, ['a']), same, 'major'],
  ['a member becomes optional', same, object({ a: text }, []), 'major'],
  ['an optional member becomes required', object({ a: text }, []), same, 'minor'],
  ['a member is widened', object({ a: { type: 'string', enum: ['x'] } }), object({ a: text }), 'major'],
  ['a member is narrowed', object({ a: text }), object({ a: { type: 'string', enum: ['x'] } }), 'minor'],
  ['a member may be null', same, object({ a: { type: ['string', 'null'] } }), 'major'],
  ['a variant is added', { oneOf: [variant('a')] }, { oneOf: [variant('a'), variant('b')] }, 'major'],
  ['a variant is removed', { oneOf: [variant('a'), variant('b')] }, { oneOf: [variant('a')] }, 'minor'],
  [
    'a variant gets another member',
    { oneOf: [variant('a')] },
    { oneOf: [object({ kind: { type: 'string', const: 'a' }, b: text })] },
    'minor',
  ],
  [
    'a list may be longer',
    { type: 'array', items: text, maxItems: 2 },
    { type: 'array', items: text, maxItems: 3 },
    'major',
  ],
];
test.for(responses)(
  'If a response changes and a tolerant reader can still read it, the bump is not major; otherwise it is major: %s',
  ([, older, newer, bump]) => {
    expect(bumpBetween({ request: same, response: older }, { request: same, response: newer }).bump).toBe(bump);
  },
);

test('The reasons for a major bump name the place and the difference', () => {
  const { reasons } = bumpBetween(
    { request: object({ a: text }), response: same },
    { request: object({ a: { type: 'string', maxLength: 3 } }), response: same },
  );
  expect(reasons).toEqual(['/request/properties/a/maxLength: maxLength is missing, but must be at most 3']);
});

test('The numbers of two versions give the declared bump', () => {
  expect(declaredBump('1.2.3', '1.2.4')).toBe('patch');
  expect(declaredBump('1.2.3', '1.3.0')).toBe('minor');
  expect(declaredBump('1.2.3', '2.0.0')).toBe('major');
});
