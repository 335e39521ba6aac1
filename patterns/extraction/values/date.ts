import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { folded } from '../fold.ts';
import type { ReadableDate } from './settled.ts';
import type { Token } from './token.ts';

const months = {
  'tr-TR': [
    'ocak oca',
    'şubat şub',
    'mart mar',
    'nisan nis',
    'mayıs may',
    'haziran haz',
    'temmuz tem',
    'ağustos ağu',
    'eylül eyl',
    'ekim eki',
    'kasım kas',
    'aralık ara',
  ],
  'en-GB': [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sept sep',
    'october oct',
    'november nov',
    'december dec',
  ],
  'de-DE': [
    'januar jänner jan jän',
    'februar feber feb',
    'märz mär mrz',
    'april apr',
    'mai',
    'juni jun',
    'juli jul',
    'august aug',
    'september sept sep',
    'oktober okt',
    'november nov',
    'dezember dez',
  ],
  'fr-FR': [
    'janvier janv',
    'février févr fév',
    'mars',
    'avril avr',
    'mai',
    'juin',
    'juillet juil',
    'août',
    'septembre sept',
    'octobre oct',
    'novembre nov',
    'décembre déc',
  ],
} as const satisfies Partial<Record<Notation, readonly string[]>>;
type LocalNotation = Exclude<Notation, 'plain'>;
/** For each notation, the notation whose month names are used for it. */
const speaks: Readonly<Record<LocalNotation, keyof typeof months>> = {
  'tr-TR': 'tr-TR',
  'en-GB': 'en-GB',
  'en-US': 'en-GB',
  'de-DE': 'de-DE',
  'de-CH': 'de-DE',
  'fr-FR': 'fr-FR',
};

/** Maps the names of months to their numbers, such as `mart` to 3. */
const numbersOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.flatMap((all, i) => all.split(' ').map((one) => [folded(one), i + 1] as const)));
const byLanguage = new Map(Object.entries(months).map(([language, all]) => [language, numbersOf(all)] as const));
const monthNumber = (notation: LocalNotation, name: string): number | undefined =>
  byLanguage.get(speaks[notation])?.get(name);

const iso = /(?<![\d\p{L}-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu;
/** Matches a date of digits with the same separator twice. */
const numeric =
  /(?<![\d\p{L}./-])(\d{1,2})(?:\.\s?(\d{1,2})\.\s?|\/(\d{1,2})\/|-(\d{1,2})-)(\d{4}|\d{2})(?![\d\p{L}/-]|\.\d)/gu;
/** Matches a day, a month in words and a year. A day that ends a range, as in `12.-14. Juni 2021`, is no date alone. */
const dayFirst =
  /(?<![\d\p{L}]|\d[.,/-]|\d\.?\s?[-–]\s?)(\d{1,2})(?:st|nd|rd|th)?(?:[\s.,-]|\sof\s){1,3}(\p{L}[\p{L}\p{M}]{2,12})[\s.,-]{1,3}(\d{4})(?!\d)/giu;
const monthFirst =
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]{2,12})[\s.]{1,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/giu;

/**
 * Returns what may be the first number in a date of digits with slashes or hyphens: the day, the month, or both. If no
 * other date in the document proves the order, the notations decide. If all notations have one order and the proof has
 * the other, both are returned. If the notations have both orders, the proof decides. With both orders, the date is
 * ambiguous.
 */
function ordersOf(notations: readonly LocalNotation[], { proved }: ReadableDate): readonly ('day' | 'month')[] {
  const declared = new Set(notations.map((notation) => (notation === 'en-US' ? ('month' as const) : ('day' as const))));
  if (proved === undefined || declared.size > 1) return proved === undefined ? [...declared] : [proved];
  return [...new Set([...declared, proved])];
}

/** Matches two numbers and a year, where one of the two numbers may be too large for a month. */
const proof = /(?<![\d\p{L}./-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d\p{L}/-])/gu;

/**
 * Returns the order of day and month that the dates of a document prove. Undefined if the dates prove no order, or both
 * orders.
 */
export function provedOrder(text: string): 'day' | 'month' | undefined {
  const found = new Set<'day' | 'month'>();
  for (const [, one, , other] of text.matchAll(proof)) {
    const [a, b] = [Number(one), Number(other)];
    if (a > 12 && a <= 31 && b >= 1 && b <= 12) found.add('day');
    if (b > 12 && b <= 31 && a >= 1 && a <= 12) found.add('month');
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/**
 * Finds dates in a passage, and writes them in ISO 8601. A date that does not exist, such as 31.02.2026, becomes a
 * fault.
 */
export function dateTokens(text: string, type: ReadableDate, notations: readonly Notation[]): readonly Token[] {
  const local = notations.filter((notation) => notation !== 'plain');
  const found = [...text.matchAll(iso)].map((match) => token(match, [[match[1], match[2], match[3]]]));
  if (local.length > 0) {
    for (const match of text.matchAll(numeric)) {
      const [, one, dotted, slashed, dashed, year = ''] = match;
      const other = dotted ?? slashed ?? dashed;
      const whole = fullYear(year, type);
      const orders = dotted === undefined ? ordersOf(local, type) : (['day'] as const);
      found.push(
        token(
          match,
          orders.map((first) => (first === 'day' ? [whole, other, one] : [whole, one, other])),
        ),
      );
    }
    for (const match of text.matchAll(dayFirst))
      found.push(...named(match, { year: match[3], month: match[2], day: match[1] }, local));
  }
  const english = local.filter((notation) => speaks[notation] === 'en-GB');
  if (english.length > 0) {
    for (const match of text.matchAll(monthFirst))
      found.push(...named(match, { year: match[3], month: match[1], day: match[2] }, english));
  }
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function named(
  match: RegExpExecArray,
  { year, month, day }: Readonly<Record<'year' | 'month' | 'day', string | undefined>>,
  notations: readonly LocalNotation[],
): readonly Token[] {
  const name = folded(month ?? '');
  const numbers = [...new Set(notations.flatMap((notation) => monthNumber(notation, name) ?? []))];
  if (numbers.length === 0) return [];
  return [
    token(
      match,
      numbers.map((number) => [year, String(number), day]),
    ),
  ];
}

const fullYear = (year: string, { century }: ReadableDate): string | undefined =>
  year.length === 4 ? year : century === undefined ? undefined : `${century}${year}`;

type Parts = readonly [year: string | undefined, month: string | undefined, day: string | undefined];

function token(match: RegExpExecArray, readings: readonly Parts[]): Token {
  const place = { start: match.index, end: match.index + match[0].length };
  const values = readings.flatMap(([year, month, day]) => calendarDate(year, month, day) ?? []);
  return values.length === 0 ? { ...place, fault: 'malformed' } : { ...place, values };
}

function calendarDate(...[year, month, day]: Parts): string | undefined {
  if (year === undefined || month === undefined || day === undefined || Number(year) < 1) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const millis = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text) ? text : undefined;
}
