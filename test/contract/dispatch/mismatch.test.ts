import { describe, expect, it } from 'vitest';
import { mismatchFinder } from '../../support/mismatch-finder.ts';
import type { Schema } from '../../registry/signature/bump/json-schemas.ts';

const closed = (properties: Record<string, unknown>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const is = (value: string): Schema => ({ type: 'string', const: value });
const count = { type: 'integer', minimum: 1 };

describe('A value that does not match a union', () => {
  const shape = closed({
    shape: {
      oneOf: [
        closed({ kind: is('circle'), radius: count }),
        closed({ kind: { type: 'string', enum: ['square', 'cube'] }, side: count }),
        closed({
          kind: is('drawn'),
          path: { oneOf: [closed({ by: is('hand'), tool: count }), closed({ by: is('eye') })] },
        }),
      ],
    },
  });
  const unknown = 'is not a known member: use "kind", "side"';
  const kinds = '"circle", "square", "cube", "drawn"';

  it.for([
    ['a member is missing', { kind: 'cube' }, '/shape/side', 'is required'],
    [
      'a member has a wrong type',
      { kind: 'square', side: 'secret' },
      '/shape/side',
      'must be an integer, but is a string',
    ],
    ['the branch does not know a member', { kind: 'square', side: 1, radius: 1 }, '/shape/radius', unknown],
    ['its const belongs to no branch', { kind: 'secret', side: 1 }, '/shape/kind', `must be one of ${kinds}`],
    [
      'a list is sent in place of the const',
      { kind: ['secret'], side: 1 },
      '/shape/kind',
      `must be one of ${kinds}, but is an array`,
    ],
    [
      'the member that chooses the branch is missing',
      { side: 1 },
      '/shape/kind',
      `is required; it must be one of ${kinds}`,
    ],
    ['it is not an object', 'secret', '/shape', 'must be an object, but is a string'],
    ['its branch contains another union', { kind: 'drawn', path: { by: 'hand' } }, '/shape/path/tool', 'is required'],
    [
      'the member that chooses a nested branch is missing',
      { kind: 'drawn', path: {} },
      '/shape/path/by',
      'is required; it must be one of "hand", "eye"',
    ],
  ])(
    'The refusal of a value that does not match a union names the place of the mistake if %s',
    ([, value, pointer, keyword]) => {
      expect(mismatchFinder(shape)({ shape: value })).toEqual([pointer, keyword]);
    },
  );

  it('For an item of a list, the branch of a union is found by two constants within one nested object', () => {
    const source = (sor: string, of: string, more: Record<string, unknown>) =>
      closed({ source: closed({ sor: is(sor), of: is(of) }), ...more });
    const tell = mismatchFinder({
      type: 'array',
      items: {
        oneOf: [source('a', 'x', { p: count }), source('a', 'y', { q: count }), source('b', 'z', { r: count })],
      },
    });
    const good = { source: { sor: 'b', of: 'z' }, r: 1 };
    expect(tell([good])).toBe('valid');
    expect(tell([good, { source: { sor: 'a', of: 'y' } }])).toEqual(['/1/q', 'is required']);
    expect(tell([good, { source: { sor: 'a', of: 'secret' } }])).toEqual([
      '/1/source/of',
      'must be one of "x", "y", "z"',
    ]);
    expect(tell([{ source: { of: 'z' } }])).toEqual(['/0/r', 'is required']);
    expect(tell([{ source: 'secret' }])).toEqual(['/0/source', 'must be an object, but is a string']);
    expect(tell([{}])).toEqual(['/0/source', 'is required']);
  });

  it('The branch of a union is found by type, by a nested union, or by the members that the value has', () => {
    const amount = { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }, closed({ n: count })] };
    expect(mismatchFinder(amount)('secret')).toEqual(['', 'must have at most 3 characters']);
    expect(mismatchFinder(amount)({ n: 0 })).toEqual(['/n', 'must be 1 or more']);
    expect(mismatchFinder(amount)(null)).toEqual(['', 'must be a string or a number or an object, but is null']);
    const both = {
      anyOf: [{ oneOf: [closed({ k: is('a'), n: count }), closed({ k: is('b') })] }, closed({ k: is('c') })],
    };
    expect(mismatchFinder(both)({ k: 'a' })).toEqual(['/n', 'is required']);
    expect(mismatchFinder(both)({ k: 'd' })).toEqual(['/k', 'must be one of "a", "b", "c"']);
    const lists = { oneOf: [closed({ equals: count }), closed({ in: { type: 'array', items: count } })] };
    expect(mismatchFinder(lists)({ in: ['secret'] })).toEqual(['/in/0', 'must be an integer, but is a string']);
  });

  it('The branch of a union is found by the discriminator; if the value there is missing or unknown, the refusal lists the allowed values', () => {
    const kinds = [closed({ kind: is('a'), n: count }), closed({ kind: is('b'), m: count })];
    const tell = mismatchFinder({ type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds });
    expect(tell({ kind: 'b' })).toEqual(['/m', 'is required']);
    expect(tell({ kind: 'secret' })).toEqual(['/kind', 'must be one of "a", "b"']);
    expect(tell({})).toEqual(['/kind', 'is required; it must be one of "a", "b"']);
  });

  it('If a hundred values are allowed, the refusal lists only some of them', () => {
    const names = Array.from({ length: 100 }, (_, i) => `kind-${i}`);
    const tell = mismatchFinder({ oneOf: names.map((name) => closed({ kind: is(name) })) });
    const [pointer, keyword] = tell({ kind: 'secret' });
    expect(pointer).toBe('/kind');
    expect(keyword).toMatch(/^must be one of "kind-0", .*"kind-23", and 76 more$/);
  });

  it('The pointer in a refusal escapes the names of members', () => {
    const tell = mismatchFinder({
      oneOf: [closed({ 'a/b~c d': is('x'), n: count }), closed({ 'a/b~c d': is('y'), 'm/': closed({ o: count }) })],
    });
    expect(tell({ 'a/b~c d': 'y', 'm/': {} })).toEqual(['/m~1/o', 'is required']);
    expect(tell({ 'a/b~c d': 'z' })).toEqual(['/a~1b~0c d', 'must be one of "x", "y"']);
  });
});

describe('A misspelt or missing member', () => {
  const shape = closed({ source: { type: 'string' }, page: count, method: { type: 'string' } }, ['page', 'method']);

  it.for([
    [
      'a required member with a misspelt name',
      { sorce: 'secret' },
      '/source',
      'is required: rename "sorce" to "source"',
    ],
    [
      'an optional member with a misspelt name',
      { source: 'x', pgae: 1 },
      '/pgae',
      'is not a known member: did you mean "page"?',
    ],
    [
      'an unknown name that is similar to no member',
      { source: 'x', zebra: 1 },
      '/zebra',
      'is not a known member: use "source", "page", "method"',
    ],
    ['no name that is similar to the missing one', { page: 1, zebra: 'secret' }, '/source', 'is required'],
    ['a known member that only looks similar to the missing one', { method: 'secret' }, '/source', 'is required'],
    ['only a name that is too long to repeat', { [`source${'e'.repeat(80)}`]: 'secret' }, '/source', 'is required'],
  ])('The refusal names the right member if the value has %s', ([, value, pointer, keyword]) => {
    expect(mismatchFinder(shape)(value)).toEqual([pointer, keyword]);
  });

  it('If the member that chooses the branch of a union is misspelt, the refusal says how to rename it', () => {
    const branches = [closed({ kind: is('a'), n: count }), closed({ kind: is('b'), m: count })];
    const tell = mismatchFinder({ oneOf: branches });
    expect(tell({ kin: 'a', n: 1 })).toEqual([
      '/kind',
      'is required: rename "kin" to "kind"; it must be one of "a", "b"',
    ]);
    expect(tell({ n: 1 })).toEqual(['/kind', 'is required; it must be one of "a", "b"']);
  });
});

describe('A value that exceeds a limit of its schema', () => {
  it.each([
    [{ type: 'string', minLength: 2 }, 's', 'must have at least 2 characters'],
    [{ type: 'array', maxItems: 1 }, ['secret', 'secret'], 'must have at most 1 item'],
    [
      { type: 'array', uniqueItems: true },
      ['secret', 'secret'],
      'must not repeat an item, but items 0 and 1 are equal',
    ],
    [{ type: 'object', minProperties: 1 }, {}, 'must have at least 1 member'],
    [{ type: 'number', exclusiveMaximum: 5 }, 77, 'must be less than 5'],
    [{ type: 'string', pattern: '^TR' }, 'secret', 'must match the pattern ^TR'],
    [{ type: 'string', format: 'date' }, 'secret', 'must be a date such as 2030-01-31'],
    [{ type: ['string', 'null'] }, 77, 'must be a string or null, but is a number'],
    [{ type: 'string', const: 'a' }, 'secret', 'must be "a"'],
  ])('The refusal under the schema %j names the limit, but not the value', async (schema, value, keyword) => {
    expect(mismatchFinder(schema)(value)).toEqual(['', keyword]);
  });
});
