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

describe('C8, C12: JSON from outside is refused if its canonical form would lose something of its text', () => {
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
  ])('%.40s is %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it.each(['1.0', '10e-1', '0.1', '-1.5e3', '9007199254740991', '1e15', '123456789.125', '5e-324'])(
    'the number %s is accepted',
    (text) => {
      expect(parseJson(`{"a":${text}}`)).toEqual({ a: Number(text) });
    },
  );

  it('A key in two different objects is not a duplicate, and neither is a string value that looks like one', () => {
    expect(parseJson('{"a":{"a":1},"b":{"a":"a"},"c":["a","a"]}')).toEqual({
      a: { a: 1 },
      b: { a: 'a' },
      c: ['a', 'a'],
    });
  });

  it('A member with the name of an inherited one is an ordinary member', () => {
    expect(Object.keys(parseJson('{"toString":1,"hasOwnProperty":2}') as object)).toEqual([
      'toString',
      'hasOwnProperty',
    ]);
  });

  it('C9: strings stay strings, whatever they look like', () => {
    expect(parseJson('{"a":"123321","b":"true","c":"{\\"a\\":1}"}')).toEqual({ a: '123321', b: 'true', c: '{"a":1}' });
  });

  it('Everything that JSON.stringify writes is read back as the same value', () => {
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

describe('canonical JSON (RFC 8785)', () => {
  it('C4: the order of keys does not matter, also in nested objects, but their case does', () => {
    const a = hashOf(parseJson('{"z":1,"ä":{"Z":2,"z":3},"Z":4}'));
    expect(hashOf(parseJson('{"Z":4,"ä":{"z":3,"Z":2},"z":1}'))).toBe(a);
    expect(hashOf(parseJson('{"z":1,"ä":{"Z":2,"z":3},"z2":4}'))).not.toBe(a);
    expect(hashOf(parseJson('{"Z":1,"ä":{"Z":2,"z":3},"z":4}'))).not.toBe(a);
  });

  it('null differs from absent, 1.0 equals 1, and the order of an array matters', () => {
    expect(hashOf(parseJson('{"a":null}'))).not.toBe(hashOf(parseJson('{}')));
    expect(hashOf(parseJson('{"a":1.0}'))).toBe(hashOf(parseJson('{"a":1}')));
    expect(hashOf(parseJson('[1,2]'))).not.toBe(hashOf(parseJson('[2,1]')));
  });

  it('members are sorted by UTF-16 code units (RFC 8785, 3.2.3)', () => {
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
  });

  it('equals what the library canonicalize makes of every JSON value, and stays the same after parsing', () => {
    const value = fc.jsonValue().filter((one) => !hasUnsafeInteger(one) && JSON.stringify(one).isWellFormed());
    fc.assert(
      fc.property(value, (one) => {
        fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(one)));
        expect(canonicalJson(one)).toBe(canonicalize(one));
      }),
    );
  });

  it('A refusal names the member by its pointer', () => {
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
  ])('%s is refused, and neither dropped nor changed', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ name: 'NotJson' }));
  });

  it('A cycle is refused without a stack overflow', () => {
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    expect(() => canonicalJson(cycle)).toThrow(expect.objectContaining({ name: 'NotJson' }));
  });
});
