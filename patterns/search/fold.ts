/** What stands for a unit that is no part of a word's form: a combining mark, a soft hyphen, a joiner. */
export const ignored = '\u0000';

const mark = /^\p{M}$/u;
const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '');
/** Soft hyphen, combining grapheme joiner, zero-width joiners, word joiner, byte order mark. */
const invisible = new Set(['\u00AD', '\u034F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF']);
/** Letters that differ by more than a mark from the one that people type in their place. */
const alike: Readonly<Record<string, string>> = { ı: 'i', ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ʼ: "'", '’': "'" };

const known = new Map<string, string>();

/** One UTF-16 unit to one: lower case without its marks. Units that have no form of one unit stay as they are. */
function foldUnit(unit: string): string {
  const before = known.get(unit);
  if (before !== undefined) return before;
  const folded = compute(unit);
  known.set(unit, folded);
  return folded;
}

function compute(unit: string): string {
  if (unit === ignored) return ' ';
  if (mark.test(unit) || invisible.has(unit)) return ignored;
  const bare = withoutMarks(unit.normalize('NFKD'));
  if (bare.length !== 1) return unit;
  // Without a locale: I, İ, ı and i are all i, in Turkish and in English.
  const lower = withoutMarks(bare.toLowerCase());
  const plain = lower.length === 1 ? lower : bare;
  return alike[plain] ?? plain;
}

/** Letters beyond the first 65 536 lower their case where that keeps their length. */
function foldPair(pair: string): string {
  if (mark.test(pair)) return ignored + ignored;
  const lower = pair.toLowerCase();
  return lower.length === 2 ? lower : pair;
}

/**
 * The same text as it is compared: without case and diacritics, for every language alike. Unit for unit, so that an offset
 * into the one is the same offset into the other; neither `toLowerCase` nor SQLite has this (`'İ'.toLowerCase()` is two
 * units, and no unaccented I is a dotless ı).
 */
export function foldedWord(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const next = text.charCodeAt(i + 1);
    if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
      folded += foldPair(text.slice(i, i + 2));
      i++;
    } else {
      folded += foldUnit(text.charAt(i));
    }
  }
  return folded;
}
