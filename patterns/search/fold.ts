/**
 * The character that replaces a unit that is not part of the form of a word, such as a combining mark, a soft hyphen or
 * a joiner.
 */
export const ignored = '\u0000';

const mark = /^\p{M}$/u;
const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '');
/** The soft hyphen, the combining grapheme joiner, zero-width joiners, the word joiner and the byte order mark. */
const invisible = new Set(['\u00AD', '\u034F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF']);
/** Letters that people replace by another letter when they type, although they differ by more than a mark. */
const alike: Readonly<Record<string, string>> = { ı: 'i', ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ʼ: "'", '’': "'" };

/** The folded UTF-16 unit of each UTF-16 unit. An element is filled when its unit occurs for the first time. */
const known = new Uint16Array(0x10000);
const isKnown = new Uint8Array(0x10000);

/** Folds one UTF-16 unit to one unit: lower case, without marks. A unit whose folded form is longer stays as it is. */
function foldUnit(code: number): number {
  const folded = compute(String.fromCharCode(code)).charCodeAt(0);
  known[code] = folded;
  isKnown[code] = 1;
  return folded;
}

function compute(unit: string): string {
  if (unit === ignored) return ' ';
  if (mark.test(unit) || invisible.has(unit)) return ignored;
  const bare = withoutMarks(unit.normalize('NFKD'));
  if (bare.length !== 1) return unit;
  // No locale is used, so that I, İ, ı and i all become i, in Turkish and in English.
  const lower = withoutMarks(bare.toLowerCase());
  const plain = lower.length === 1 ? lower : bare;
  return alike[plain] ?? plain;
}

/** Folds a surrogate pair (a character above U+FFFF) to lower case if its length does not change. */
function foldPair(pair: string): string {
  if (mark.test(pair)) return ignored + ignored;
  const lower = pair.toLowerCase();
  return lower.length === 2 ? lower : pair;
}

function isPair(text: string, at: number, code: number): boolean {
  return code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/**
 * Folds a text for comparison: without case and diacritics, in the same way for every language. Each unit is folded to
 * one unit, so offsets are the same in both texts. Neither `toLowerCase` nor SQLite does this: `'İ'.toLowerCase()` has
 * two units, and a dotless ı stays different from i.
 */
export function foldedWord(text: string): string {
  const folded = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isPair(text, i, code)) {
      const pair = foldPair(text.slice(i, i + 2));
      folded[i] = pair.charCodeAt(0);
      folded[i + 1] = pair.charCodeAt(1);
      i++;
    } else {
      folded[i] = isKnown[code] === 1 ? (known[code] ?? code) : foldUnit(code);
    }
  }
  return Buffer.from(folded.buffer).toString('utf16le');
}
