import { describe, expect, it } from 'vitest';
import { Failure } from '../../contract/failures.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { parseJson } from '../../contract/values/json.ts';
import { growth } from '../support/steps.ts';

const of = (size: number, unit: string): string => unit.repeat(size * 60);
const bodies: Readonly<Record<string, (size: number) => string>> = {
  'a fraction of zeros that ends in 1': (size) => `{"a":1.${of(size, '0')}1}`,
  'a fraction of zeros': (size) => `{"a":1.${of(size, '0')}}`,
  'an exponent of many digits': (size) => `{"a":1e-${of(size, '9')}}`,
  'leading zeros of a fraction': (size) => `{"a":0.${of(size, '0')}1e5}`,
  'a string of escaped quotes': (size) => `{"a":"${of(size, '\\"')}"}`,
  'a string of escaped backslashes': (size) => `{"a":"${of(size, '\\\\')}"}`,
  'many members': (size) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: size * 60 }, (_, i) => [`m${i}`, i]))),
  'many members with escapes in their names': (size) =>
    `{${Array.from({ length: size * 60 }, (_, i) => `"\\u0061${i}":"\\n"`).join(',')}}`,
  'lists in lists': (size) => `[${Array.from({ length: size * 8 }, () => '[[[[[["a",1.5]]]]]]').join(',')}]`,
  'white space': (size) => `{${of(size, ' \n')}"a"${of(size, ' ')}:1}`,
};

describe('The parser of JSON', () => {
  it.each(Object.entries(bodies))(
    'If a JSON text with %s becomes 4, 8 and 16 times as long, the steps of its parsing grow at most in proportion',
    async (_, body) => {
      const found = await growth(body, (text) => acceptedOrUnsafe(text));
      for (const [i, times] of [4, 8, 16].entries()) expect(found[i]).toBeLessThanOrEqual(times * 1.3);
    },
  );
});

function acceptedOrUnsafe(text: string): void {
  try {
    canonicalJson(parseJson(text));
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'body.unsafe_number')) throw error;
  }
}
