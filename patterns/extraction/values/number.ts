import type { Notation } from '../../../contract/artefacts/extractor.ts';

/** How each notation writes a number: digits in groups of three or none, then what follows the point. */
const forms: Readonly<Record<Notation, RegExp>> = {
  'tr-TR': /^(?<whole>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?<part>\d+))?$/,
  'en-GB': /^(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<part>\d+))?$/,
  plain: /^(?<whole>\d+)(?:\.(?<part>\d+))?$/,
};
const maxWhole = 24;
const maxPart = 18;

/**
 * Every number that a text is in one of the notations, exact, in the notation of our own decimals. Two of them mean that
 * the text alone does not say which: `1.234`.
 */
export function numbersOf(text: string, notations: readonly Notation[]): readonly string[] {
  const negative = /^[-\u2212]/.test(text);
  const unsigned = negative ? text.slice(1) : text;
  const found = notations.flatMap((notation) => {
    const { whole, part } = forms[notation].exec(unsigned)?.groups ?? {};
    if (whole === undefined) return [];
    const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
    if (digits.length > maxWhole || (part?.length ?? 0) > maxPart) return [];
    const number = part === undefined ? digits : `${digits}.${part}`;
    return [negative && /[1-9]/.test(number) ? `-${number}` : number];
  });
  return [...new Set(found)];
}

/** What looks like a number, whole: not a part of a word, a date or a longer number. */
export const numberToken = /(?<![\p{L}\d.,/_:])[-\u2212]?\d[\d.,]{0,60}(?<=\d)(?![\d_/:\u2062]|[.,]\d)/gu;
