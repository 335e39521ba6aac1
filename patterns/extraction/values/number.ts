import type { Notation } from '../../../contract/artefacts/extractor.ts';

const dots = /^(?<whole>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?<part>\d+))?$/;
const commas = /^(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<part>\d+))?$/;

/** How each notation writes a number: digits in groups of three or ungrouped, then the decimal mark and more digits. */
const forms: Readonly<Record<Notation, RegExp>> = {
  'tr-TR': dots,
  'de-DE': dots,
  'en-GB': commas,
  'en-US': commas,
  'fr-FR': /^(?<whole>\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d+)(?:,(?<part>\d+))?$/,
  'de-CH': /^(?<whole>\d{1,3}(?:['\u2019]\d{3})+|\d+)(?:\.(?<part>\d+))?$/,
  plain: /^(?<whole>\d+)(?:\.(?<part>\d+))?$/,
};

/**
 * Returns a part of a regular expression: one alternative for each group separator other than point and comma that a
 * notation has. Empty if no notation has such a separator.
 */
function groupMarks(notations: readonly Notation[]): string {
  const spaces = notations.includes('fr-FR') ? '[ \\u00a0\\u202f](?=\\d{3}(?!\\d))' : '';
  const quotes = notations.includes('de-CH') ? "['\\u2019](?=\\d{3}(?!\\d))" : '';
  return [spaces, quotes]
    .filter((mark) => mark !== '')
    .map((mark) => `|${mark}`)
    .join('');
}

const made = new Map<string, string>();

/**
 * Returns a regular expression for digits with their separators. It does not match a part of a word, a date or a longer
 * number.
 */
export function digitsSource(notations: readonly Notation[]): string {
  const marks = groupMarks(notations);
  const known = made.get(marks) ?? String.raw`\d(?:[\d.,]${marks}){0,60}(?<=\d)(?![\d_/:\u2062]|[.,]\d)`;
  made.set(marks, known);
  return known;
}
const maxWhole = 24;
const maxPart = 18;

/**
 * Returns every number that a text can be in one of the notations, exact and in plain notation. A text that can be two
 * numbers, such as `1.234`, is ambiguous.
 */
export function numbersOf(text: string, notations: readonly Notation[]): readonly string[] {
  const negative = /^[-\u2212]/.test(text);
  const unsigned = negative ? text.slice(1) : text;
  const found = notations.flatMap((notation) => {
    const { whole, part } = forms[notation].exec(unsigned)?.groups ?? {};
    if (whole === undefined) return [];
    const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
    if (digits.length > maxWhole || (part?.length ?? 0) > maxPart) return [];
    const number = part === undefined ? digits : `${digits}.${part}`;
    return [negative && /[1-9]/.test(number) ? `-${number}` : number];
  });
  return [...new Set(found)];
}

const numbers = new Map<string, RegExp>();

/** Returns a regular expression for a complete number, with its sign. It does not match a part of a word, a date or a longer number. */
export function numberToken(notations: readonly Notation[]): RegExp {
  const source = String.raw`(?<![\p{L}\d.,/_:])[-\u2212]?${digitsSource(notations)}`;
  const known = numbers.get(source) ?? new RegExp(source, 'gu');
  numbers.set(source, known);
  return known;
}
