import { Failure } from '../failures.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const maxDepth = 64;
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;
const forbiddenKeys = new Set(['__proto__', 'constructor']);

/**
 * Parses JSON that came from outside into a value whose canonical form (RFC 8785) says all that the text said.
 * Refused: a duplicate member, a lone surrogate, a number that a double cannot hold exactly as written (2^53 + 1, 1e400, -0), own `__proto__`
 * and `constructor`, nesting over 64. JSON.parse is the judge of the grammar; the scan only reads text it has accepted.
 * @throws Failure `body.*`
 */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new Failure('body.malformed', 'the body is not JSON');
  }
  scan(text);
  return value;
}

function scan(text: string): void {
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (const [lexeme] of text.matchAll(token)) {
    const keys = open.at(-1);
    if (lexeme === '{' || lexeme === '[') {
      open.push(lexeme === '{' ? new Set() : null);
      if (open.length > maxDepth) throw new Failure('body.too_deep', `the body is nested over ${maxDepth} levels`);
      expectsKey = lexeme === '{';
    } else if (lexeme === '}' || lexeme === ']') {
      open.pop();
      expectsKey = false;
    } else if (lexeme === ',') {
      expectsKey = keys instanceof Set;
    } else if (lexeme === ':') {
      expectsKey = false;
    } else if (lexeme.startsWith('"')) {
      const string = wellFormed(lexeme);
      if (expectsKey && keys) claim(keys, string);
    } else {
      exactNumber(lexeme);
    }
  }
}

function claim(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key)) throw new Failure('body.forbidden_key', `the body has a member named ${key}`);
  if (keys.has(key)) throw new Failure('body.duplicate_key', 'the body names a member twice');
  keys.add(key);
}

function wellFormed(lexeme: string): string {
  const string = JSON.parse(lexeme) as string;
  if (!string.isWellFormed()) throw new Failure('body.lone_surrogate', 'the body has a lone surrogate');
  return string;
}

function exactNumber(lexeme: string): void {
  const number = Number(lexeme);
  const exact = !Object.is(number, -0) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  if (!Number.isFinite(number) || !exact || decimal(lexeme) !== decimal(String(number))) {
    throw new Failure('body.unsafe_number', 'the body has a number that does not survive a round trip');
  }
}

/** A decimal literal as digits and exponent, so that 1.0, 1 and 10e-1 compare equal. */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${sign}${trimmed}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - trimmed.length)}`;
}
