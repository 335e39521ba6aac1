import { en, type Words } from './en.ts';
import { tr } from './tr.ts';

/** The words of one language, with its way to write numbers, dates and spans of time. */
export interface Locale {
  /** BCP 47 tag, such as `en-GB` or `tr`. */
  readonly tag: string;
  readonly words: Words;
  readonly dateTime: (iso: string) => string;
  /** Returns a decimal of the API, such as `61800.00`, with the separators of the locale and all its digits. */
  readonly decimal: (value: string) => string;
  /** Returns a span of time in its two greatest units, such as `2 hr, 5 min`. */
  readonly span: (millis: number) => string;
}

/** @param languages the person's languages, best first (`navigator.languages`) */
export function localeFor(languages: readonly string[]): Locale {
  const tag = languages.find((one) => /^(en|tr)\b/i.test(one)) ?? 'en';
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    tag,
    words: tag.toLowerCase().startsWith('tr') ? tr : en,
    dateTime: (iso) => dates.format(new Date(iso)),
    decimal: (value) => decimalIn(tag, value),
    span: (millis) => spanIn(tag, millis),
  };
}

/** Numbers of the API are texts, because a binary number would lose digits. So the digits stay as they are. */
function decimalIn(tag: string, value: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === '') return value;
  const parts = new Intl.NumberFormat(tag).formatToParts(1234.5);
  const mark = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const grouped = new Intl.NumberFormat(tag, { useGrouping: true }).format(BigInt(whole));
  return `${sign}${grouped}${fraction === '' ? '' : `${mark('decimal')}${fraction}`}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function spanIn(tag: string, millis: number): string {
  let left = Math.abs(millis);
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    const shown = parts.length > 0 || count > 0 || unit === 'second';
    if (shown && (count > 0 || parts.length === 0))
      parts.push(new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
    if (parts.length > 0 && (parts.length === 2 || unit === 'minute')) break;
  }
  return new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(parts);
}
