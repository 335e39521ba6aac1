import { Failure } from '../failures.ts';
import { isExactNumber } from './exact-number.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const maxDepth = 64;
const forbiddenKeys = new Set(['__proto__', 'constructor']);
const [quote, comma, openList, backslash, closeList, openObject, closeObject] = [34, 44, 91, 92, 93, 123, 125];
const [minus, zero, nine] = [45, 48, 57];

/**
 * Parses JSON from outside. Text whose canonical form (RFC 8785) would lose something is refused: duplicate members,
 * lone surrogates, numbers that a double cannot hold exactly (2^53 + 1, 1e400, -0), own `__proto__` and `constructor`,
 * and nesting over 64 levels. JSON.parse checks the grammar first; then a scan checks the rest. Both read every
 * character once.
 * @throws Failure `body.*`
 */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new Failure('body.malformed', 'the body is not valid JSON');
  }
  scan(text);
  return value;
}

/**
 * Scans text that JSON.parse has accepted. `open` has one entry for each open container: for an object the keys seen so
 * far, for an array null.
 */
function scan(text: string): void {
  const open: (Set<string> | null)[] = [];
  const wellFormed = text.isWellFormed();
  let keys: Set<string> | null = null;
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const { end, escaped } = stringAt(text, at);
      const decode = escaped || !wellFormed;
      if (decode || (expectsKey && keys !== null)) {
        const string = decode ? decoded(text.slice(at, end + 1)) : text.slice(at + 1, end);
        if (expectsKey && keys !== null) claim(keys, string);
      }
      expectsKey = false;
      at = end;
    } else if (code === openObject || code === openList) {
      keys = code === openObject ? new Set() : null;
      open.push(keys);
      if (open.length > maxDepth)
        throw new Failure('body.too_deep', `the body is nested more than ${maxDepth} levels deep`);
      expectsKey = keys !== null;
    } else if (code === closeObject || code === closeList) {
      open.pop();
      keys = open.at(-1) ?? null;
    } else if (code === comma) {
      expectsKey = keys !== null;
    } else if (code === minus || isDigit(code)) {
      const end = numberEnd(text, at);
      if (!isExactNumber(text.slice(at, end))) {
        throw new Failure(
          'body.unsafe_number',
          'the body has a number that a double cannot represent exactly. Send it as a string',
        );
      }
      at = end - 1;
    }
  }
}

/** Finds the end of a string: the index of its closing quote. */
function stringAt(text: string, start: number): { readonly end: number; readonly escaped: boolean } {
  let escaped = false;
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return { end: at, escaped };
    if (code === backslash) {
      escaped = true;
      at += 1;
    }
  }
}

function decoded(lexeme: string): string {
  const string = JSON.parse(lexeme) as string;
  if (!string.isWellFormed())
    throw new Failure('body.lone_surrogate', 'the body has a lone surrogate in a string, which is not valid Unicode');
  return string;
}

function claim(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key))
    throw new Failure('body.forbidden_key', `the body has a member named ${key}, which is not allowed`);
  if (keys.has(key))
    throw new Failure('body.duplicate_key', 'the body has an object with two members of the same name');
  keys.add(key);
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Finds the end of a number: the first character that is neither a digit nor one of `+ - . E e`. */
function numberEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && numberCharacters.has(text.charCodeAt(at))) at += 1;
  return at;
}

const numberCharacters = new Set(Buffer.from('0123456789+-.eE'));
