import { describe, expect, it } from 'vitest';
import { teller } from '../../support/teller.ts';
import type { Schema } from '../../registry/signature/bump/json-schemas.ts';

const closed = (properties: Record<string, unknown>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const is = (value: string): Schema => ({ type: 'string', const: value });
const count = { type: 'integer', minimum: 1 };

describe('what breaks a union is told of the branch that the value means', () => {
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
  const kinds = '"circle", "square", "cube", "drawn"';

  it.each([
    ['a member lacks', { kind: 'cube' }, '/shape/side', 'is required'],
    ['a member is wrong', { kind: 'square', side: 'secret' }, '/shape/side', 'must be integer'],
    ['a member is too much', { kind: 'square', side: 1, radius: 1 }, '/shape/radius', 'there is no such member'],
    ['no branch has its const', { kind: 'secret', side: 1 }, '/shape/kind', `must be one of ${kinds}`],
    ['the const is no text', { kind: ['secret'], side: 1 }, '/shape/kind', `must be one of ${kinds}`],
    ['it says no kind', { side: 1 }, '/shape/kind', `is required: one of ${kinds}`],
    ['it is no object', 'secret', '/shape', 'must be object'],
    ['it is a union itself', { kind: 'drawn', path: { by: 'hand' } }, '/shape/path/tool', 'is required'],
    ['its own union is not told', { kind: 'drawn', path: {} }, '/shape/path/by', 'is required: one of "hand", "eye"'],
  ])('where %s', async (_, value, pointer, keyword) => {
    expect((await teller(shape))({ shape: value })).toEqual([pointer, keyword]);
  });

  it('by two members, one below the other, in an item of a list', async () => {
    const source = (sor: string, of: string, more: Record<string, unknown>) =>
      closed({ source: closed({ sor: is(sor), of: is(of) }), ...more });
    const tell = await teller({
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
    expect(tell([{ source: 'secret' }])).toEqual(['/0/source', 'must be object']);
    expect(tell([{}])).toEqual(['/0/source', 'is required']);
  });

  it('by its type, by a union of a union, and where no const tells by the members that it has', async () => {
    const amount = { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }, closed({ n: count })] };
    expect((await teller(amount))('secret')).toEqual(['', 'must NOT have more than 3 characters']);
    expect((await teller(amount))({ n: 0 })).toEqual(['/n', 'must be >= 1']);
    expect((await teller(amount))(null)).toEqual(['', 'must be string or number or object']);
    const both = {
      anyOf: [{ oneOf: [closed({ k: is('a'), n: count }), closed({ k: is('b') })] }, closed({ k: is('c') })],
    };
    expect((await teller(both))({ k: 'a' })).toEqual(['/n', 'is required']);
    expect((await teller(both))({ k: 'd' })).toEqual(['/k', 'must be one of "a", "b", "c"']);
    const lists = { oneOf: [closed({ equals: count }), closed({ in: { type: 'array', items: count } })] };
    expect((await teller(lists))({ in: ['secret'] })).toEqual(['/in/0', 'must be integer']);
  });

  it('where a discriminator has picked the branch, and where it could not', async () => {
    const kinds = [closed({ kind: is('a'), n: count }), closed({ kind: is('b'), m: count })];
    const tell = await teller({ type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds });
    expect(tell({ kind: 'b' })).toEqual(['/m', 'is required']);
    expect(tell({ kind: 'secret' })).toEqual(['/kind', 'must be one of "a", "b"']);
    expect(tell({})).toEqual(['/kind', 'is required: one of "a", "b"']);
  });

  it('of a hundred consts some are listed', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `kind-${i}`);
    const tell = await teller({ oneOf: names.map((name) => closed({ kind: is(name) })) });
    const [pointer, keyword] = tell({ kind: 'secret' });
    expect(pointer).toBe('/kind');
    expect(keyword).toMatch(/^must be one of "kind-0", .*"kind-23", and 76 more$/);
  });

  it('also of members whose names have to be escaped', async () => {
    const tell = await teller({
      oneOf: [closed({ 'a/b~c d': is('x'), n: count }), closed({ 'a/b~c d': is('y'), 'm/': closed({ o: count }) })],
    });
    expect(tell({ 'a/b~c d': 'y', 'm/': {} })).toEqual(['/m~1/o', 'is required']);
    expect(tell({ 'a/b~c d': 'z' })).toEqual(['/a~1b~0c d', 'must be one of "x", "y"']);
  });
});
