import type { Notation, PropertyType } from '../../../contract/artefacts/extractor.ts';
import { folded } from '../fold.ts';
import type { Token } from './token.ts';

type DateType = Extract<PropertyType, { kind: 'date' }>;

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
} as const satisfies Partial<Record<Notation, readonly string[]>>;
type LocalNotation = keyof typeof months;

/** `mart` to 3. */
const numbersOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.flatMap((all, i) => all.split(' ').map((one) => [folded(one), i + 1] as const)));
const monthNumbers: Readonly<Record<LocalNotation, ReadonlyMap<string, number>>> = {
  'tr-TR': numbersOf(months['tr-TR']),
  'en-GB': numbersOf(months['en-GB']),
};

const iso = /(?<![\d\p{L}-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu;
/** Day first, as both notations have it; the same mark twice. */
const numeric =
  /(?<![\d\p{L}./-])(\d{1,2})(?:\.\s?(\d{1,2})\.\s?|\/(\d{1,2})\/|-(\d{1,2})-)(\d{4}|\d{2})(?![\d\p{L}/-]|\.\d)/gu;
const dayFirst =
  /(?<![\d\p{L}]|\d[.,/-])(\d{1,2})(?:st|nd|rd|th)?(?:[\s.,-]|\sof\s){1,3}(\p{L}[\p{L}\p{M}]{2,12})[\s.,-]{1,3}(\d{4})(?!\d)/giu;
const monthFirst =
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]{2,12})[\s.]{1,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/giu;

/** Calendar dates in a passage, as ISO 8601. One that no calendar has, such as 31.02.2026, is told as a fault. */
export function dateTokens(text: string, type: DateType, notations: readonly Notation[]): readonly Token[] {
  const local = notations.filter((notation) => notation !== 'plain');
  const found = [...text.matchAll(iso)].map((match) => token(match, [[match[1], match[2], match[3]]]));
  if (local.length > 0) {
    for (const match of text.matchAll(numeric)) {
      const [, day, dotted, slashed, dashed, year = ''] = match;
      found.push(token(match, [[fullYear(year, type), dotted ?? slashed ?? dashed, day]]));
    }
    for (const match of text.matchAll(dayFirst)) found.push(...named(match, match[3], match[2], match[1], local));
  }
  if (local.includes('en-GB')) {
    for (const match of text.matchAll(monthFirst)) found.push(...named(match, match[3], match[1], match[2], ['en-GB']));
  }
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function named(
  match: RegExpExecArray,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  notations: readonly LocalNotation[],
): readonly Token[] {
  const name = folded(month ?? '');
  const numbers = [...new Set(notations.flatMap((notation) => monthNumbers[notation].get(name) ?? []))];
  if (numbers.length === 0) return [];
  return [
    token(
      match,
      numbers.map((number) => [year, String(number), day]),
    ),
  ];
}

const fullYear = (year: string, { century }: DateType): string | undefined =>
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
