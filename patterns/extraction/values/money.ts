import type { Notation, PropertyType } from '../../../contract/artefacts.ts';
import type { Token } from './token.ts';
import { numbersOf } from './number.ts';

type MoneyType = Extract<PropertyType, { kind: 'money' }>;

/** Signs and names of currencies beside their ISO 4217 code. */
const names: Readonly<Record<string, string>> = {
  '₺': 'TRY',
  tl: 'TRY',
  lira: 'TRY',
  'türk lirası': 'TRY',
  'turkish lira': 'TRY',
  '€': 'EUR',
  euro: 'EUR',
  avro: 'EUR',
  $: 'USD',
  usd: 'USD',
  '£': 'GBP',
};
const name = String.raw`türk\s?lirası|turkish\s?lira|lira|tl|euro|avro|[A-Z]{3}|[₺€$£]`;
const behind = new RegExp(String.raw`^[ \u00a0\u202f]{0,2}(?<name>${name})(?!\p{L})`, 'iu');
const before = new RegExp(String.raw`(?<!\p{L})(?<name>${name})[ \u00a0\u202f]{0,2}(?<sign>[-\u2212]?)$`, 'iu');
/** A number that may begin right after a currency's sign or code: `₺1.200,00`, `TL1.200`. */
const amount = new RegExp(String.raw`(?<![\d.,/_:])\d[\d.,]{0,60}(?<=\d)(?![\d_/:]|[.,]\d)`, 'gu');
const reach = 16;
/** Only so that an amount of a currency that is not declared is not taken for one of the default's. */
const isoCodes = new Set(Intl.supportedValuesOf('currency'));

/**
 * Amounts of money in a passage. What follows the point is two digits or nothing: so of the notations at most one reads an
 * amount. A currency that is not declared is told as a fault.
 */
export function moneyTokens(text: string, type: MoneyType, notations: readonly Notation[]): readonly Token[] {
  return [...text.matchAll(amount)].flatMap((found): Token[] => {
    const from = found.index;
    const to = from + found[0].length;
    const after = behind.exec(text.slice(to, to + reach));
    const ahead = before.exec(text.slice(Math.max(0, from - reach), from));
    const known = [after, ahead].map((one) => one && currencyOf(one.groups?.['name'] ?? '', type));
    const [afterCode, aheadCode] = known;
    const minus = /[-\u2212]$/.exec(text.slice(Math.max(0, from - 1), from));
    const start = aheadCode ? from - (ahead?.[0].length ?? 0) : minus ? from - 1 : from;
    const end = afterCode ? to + (after?.[0].length ?? 0) : to;
    const currency = afterCode ?? aheadCode ?? type.currency;
    const glued = /\p{L}$/u.test(text.slice(0, start)) || /^\p{L}/u.test(text.slice(end));
    if (glued) return [];
    if (afterCode && aheadCode && afterCode !== aheadCode) return [{ start, end, fault: 'malformed' }];
    if (currency === undefined || !type.currencies.includes(currency)) return [{ start, end, fault: 'malformed' }];
    const sign = minus ? '-' : '';
    const values = numbersOf(`${sign}${found[0]}`, notations).filter((number) => /^-?\d+(?:\.\d{2})?$/.test(number));
    if (values.length === 0) return [{ start, end, fault: 'malformed' }];
    return [{ start, end, values: values.map((value) => ({ amount: value, currency })) }];
  });
}

/** The code that a name beside an amount stands for; undefined where it is no currency at all. */
function currencyOf(written: string, type: MoneyType): string | undefined {
  const plain = written.toLocaleLowerCase('tr-TR').replaceAll(/\s/gu, ' ');
  const known = names[plain] ?? names[written.toLowerCase()];
  if (known !== undefined) return known;
  const code = written.toUpperCase();
  return type.currencies.includes(code) || isoCodes.has(written) ? code : undefined;
}
