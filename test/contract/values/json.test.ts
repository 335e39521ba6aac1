import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashOf } from '../../../contract/values/canonical.ts';
import { Failure } from '../../../contract/failures.ts';
import { parseJson } from '../../../contract/values/json.ts';

const codeOf = (text: string): string => {
  try {
    parseJson(text);
    return 'accepted';
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
};

describe('JSON from outside', () => {
  it.each([
    ['{"a":1,"a":2}', 'body.duplicate_key'],
    ['{"a":{"b":1,"\\u0062":2}}', 'body.duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'body.duplicate_key'],
    ['[{"a":1,"b":[{"c":1}],"a":2}]', 'body.duplicate_key'],
    ['{"a":"\\ud800"}', 'body.lone_surrogate'],
    ['{"\\udc00":1}', 'body.lone_surrogate'],
    ['{"a":"\\udc00\\ud800"}', 'body.lone_surrogate'],
    ['{"a":9007199254740993}', 'body.unsafe_number'],
    ['{"a":1152921504606846976}', 'body.unsafe_number'],
    ['{"a":1e400}', 'body.unsafe_number'],
    ['{"a":-0}', 'body.unsafe_number'],
    ['{"a":0.1000000000000000055}', 'body.unsafe_number'],
    ['{"a":1e-400}', 'body.unsafe_number'],
    ['{"__proto__":{}}', 'body.forbidden_key'],
    ['{"a":{"__proto__":1}}', 'body.forbidden_key'],
    ['{"a":[{"constructor":1}]}', 'body.forbidden_key'],
    ['{"a":1', 'body.malformed'],
    ['{a:1}', 'body.malformed'],
    ['', 'body.malformed'],
    ['NaN', 'body.malformed'],
    ['{"a":1} {"b":2}', 'body.malformed'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'body.too_deep'],
    [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'body.too_deep'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'body.too_deep'],
  ])('C8, C12: The JSON text %.40s is refused with %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it.each(['1.0', '10e-1', '0.1', '-1.5e3', '9007199254740991', '1e15', '123456789.125', '5e-324'])(
    'The number %s is accepted, because a double holds it exactly',
    (text) => {
      expect(parseJson(`{"a":${text}}`)).toEqual({ a: Number(text) });
    },
  );

  it('A key that occurs in two different objects is not a duplicate, and neither is a string that looks like a key', () => {
    expect(parseJson('{"a":{"a":1},"b":{"a":"a"},"c":["a","a"]}')).toEqual({
      a: { a: 1 },
      b: { a: 'a' },
      c: ['a', 'a'],
    });
  });

  it('A member that has the name of an inherited property is an ordinary member', () => {
    expect(Object.keys(parseJson('{"toString":1,"hasOwnProperty":2}') as object)).toEqual([
      'toString',
      'hasOwnProperty',
    ]);
  });

  it('C9: A string in JSON stays a string, whatever it looks like', () => {
    expect(parseJson('{"a":"123321","b":"true","c":"{\\"a\\":1}"}')).toEqual({ a: '123321', b: 'true', c: '{"a":1}' });
  });

  it('Every text that JSON.stringify writes is parsed to an equal value', () => {
    const jsonValue = fc.jsonValue({ depthSize: 'small' }).filter((value) => {
      const text = JSON.stringify(value);
      return (
        !/"(__proto__|constructor)":/.test(text) &&
        !/-0(?![.\d])/.test(text) &&
        !hasUnsafeInteger(value) &&
        text.isWellFormed() &&
        !/\\ud[89a-f]/i.test(text)
      );
    });
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(parseJson(JSON.stringify(value))).toEqual(value);
      }),
    );
  });
});

const hasUnsafeInteger = (value: unknown): boolean => {
  if (typeof value === 'number')
    return Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return value !== null && typeof value === 'object' && Object.values(value).some(hasUnsafeInteger);
};

describe('Canonical JSON (RFC 8785)', () => {
  it('C4: The order of keys does not change canonical JSON, at any depth, but their case does', () => {
    const a = hashOf(parseJson('{"z":1,"ä":{"Z":2,"z":3},"Z":4}'));
    expect(hashOf(parseJson('{"Z":4,"ä":{"z":3,"Z":2},"z":1}'))).toBe(a);
    expect(hashOf(parseJson('{"z":1,"ä":{"Z":2,"z":3},"z2":4}'))).not.toBe(a);
    expect(hashOf(parseJson('{"Z":1,"ä":{"Z":2,"z":3},"z":4}'))).not.toBe(a);
  });

  it('In canonical JSON, null differs from a missing member, 1.0 equals 1, and the order of an array matters', () => {
    expect(hashOf(parseJson('{"a":null}'))).not.toBe(hashOf(parseJson('{}')));
    expect(hashOf(parseJson('{"a":1.0}'))).toBe(hashOf(parseJson('{"a":1}')));
    expect(hashOf(parseJson('[1,2]'))).not.toBe(hashOf(parseJson('[2,1]')));
  });

  it('Canonical JSON sorts members by UTF-16 code units (RFC 8785, 3.2.3)', () => {
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
  });

  it('For every JSON value, canonical JSON equals the output of the library canonicalize and survives parsing', () => {
    const value = fc.jsonValue().filter((one) => !hasUnsafeInteger(one) && JSON.stringify(one).isWellFormed());
    fc.assert(
      fc.property(value, (one) => {
        fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(one)));
        expect(canonicalJson(one)).toBe(canonicalize(one));
      }),
    );
  });

  it('If a value cannot be written as canonical JSON, the error names the member by its pointer', () => {
    expect(() => canonicalJson({ a: [{ 'b/c': 1 }, { 'b/c': Number.NaN }] })).toThrow(/at \/a\/1\/b~1c$/);
    expect(() => canonicalJson({ a: { '\ud800': 1 } })).toThrow(/in a key at \/a$/);
  });

  it.each([
    ['undefined', undefined],
    ['a member that is undefined', { a: undefined }],
    ['NaN', { a: Number.NaN }],
    ['Infinity', [Infinity]],
    ['2**60', { a: 2 ** 60 }],
    ['-0', { a: -0 }],
    ['a Date', { at: new Date(0) }],
    ['a Map', { m: new Map() }],
    ['a BigInt', { a: 1n }],
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('a')]],
    ['an instance of a class', { a: new URL('https://example.com') }],
    ['a lone surrogate', { a: '\ud800' }],
    ['a hole in an array', Array.from({ length: 1 })],
  ])('Canonical JSON of %s is refused, and nothing is dropped or changed', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ name: 'NotJson' }));
  });

  it('Canonical JSON of a cyclic value is refused without a stack overflow', () => {
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    expect(() => canonicalJson(cycle)).toThrow(expect.objectContaining({ name: 'NotJson' }));
  });
});
