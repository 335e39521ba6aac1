import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { currencyIn, currencyName, minorUnitsOf, type MoneyType } from './currency.ts';
import { digitsSource, numbersOf } from './number.ts';
import { scaleBehind, scaled } from './scale.ts';
import type { Token } from './token.ts';

const space = String.raw`[ \u00a0\u202f\u2060]`;
const behind = new RegExp(String.raw`^${space}{0,4}(?<name>${currencyName})(?!\p{L})`, 'iu');
const before = new RegExp(
  String.raw`(?<sign>[-\u2212]${space}?)?(?<!\p{L})(?<name>${currencyName})${space}{0,2}(?<minus>[-\u2212]?)$`,
  'iu',
);
const reach = 32;
/**
 * Matches text after an amount that makes it another amount: a trailing sign, the letters CR or DR of a ledger, or
 * digits that continue after a point and a space.
 */
const goesOn =
  /^(?:[ \u00a0]?[-\u2212](?![\p{L}\d\s]|\s*[\p{L}\p{Sc}\d])|[.,][ \u00a0]\d{1,3}(?!\d)|[ \u00a0]?(?:CR|DR|Cr\.?|Dr\.?)(?!\p{L}))/u;
const cameFrom = /\d[.,][ \u00a0]$/;

/**
 * The regular expression of an amount for each set of notations. An amount may begin directly after a currency:
 * `₺1.200,00`, `TL1.200`.
 */
const amounts = new Map<string, RegExp>();
function amountForm(notations: readonly Notation[]): RegExp {
  const source = String.raw`(?<![\d.,/_:])${digitsSource(notations)}`;
  const known = amounts.get(source) ?? new RegExp(source, 'gu');
  amounts.set(source, known);
  return known;
}

/**
 * Finds amounts of money in a passage. After the point there must be exactly the minor units of the currency, or
 * nothing, so that at most one notation fits. In plain notation there may be fewer or more
 * trailing zeros. `type.currency` applies
 * to amounts without a currency. An amount in an undeclared currency becomes a fault. A word such as `million`
 * multiplies the amount.
 */
export function moneyTokens(text: string, type: MoneyType, notations: readonly Notation[]): readonly Token[] {
  return [...text.matchAll(amountForm(notations))].flatMap((found): Token[] => {
    const from = found.index;
    const to = from + found[0].length;
    const scale = scaleBehind(text.slice(to, to + reach));
    const counted = to + (scale?.length ?? 0);
    const after = behind.exec(text.slice(counted, counted + reach));
    const ahead = before.exec(text.slice(Math.max(0, from - reach), from));
    const [afterCode, aheadCode] = [after, ahead].map((one) => one && currencyIn(one.groups?.['name'] ?? '', type));
    const minus = aheadCode
      ? Boolean(ahead?.groups?.['sign']) || Boolean(ahead?.groups?.['minus'])
      : /[-\u2212]$/.test(text.slice(Math.max(0, from - 1), from));
    const start = aheadCode ? from - (ahead?.[0].length ?? 0) : minus ? from - 1 : from;
    const end = afterCode ? counted + (after?.[0].length ?? 0) : counted;
    const currency = afterCode ?? aheadCode ?? type.currency;
    const glued = /\p{L}$/u.test(text.slice(Math.max(0, start - 2), start)) || /^\p{L}/u.test(text.slice(end, end + 2));
    if (glued) return [];
    const fault: Token = { start, end, fault: 'malformed' };
    if (afterCode && aheadCode && afterCode !== aheadCode) return [fault];
    if (currency === undefined || !type.currencies.includes(currency)) return [fault];
    const isOther =
      (type.inMultiples === true && !scale) ||
      goesOn.test(text.slice(end, end + 8)) ||
      goesOn.test(text.slice(to, to + 8)) ||
      cameFrom.test(text.slice(Math.max(0, start - 3), start)) ||
      isBracketed(text, start, end);
    if (isOther) return [fault];
    const sign = minus ? '-' : '';
    const read = scale
      ? scaledAmounts(`${sign}${found[0]}`, notations, { places: scale.power, digits: minorUnitsOf(currency) })
      : amountsOf(`${sign}${found[0]}`, notations, minorUnitsOf(currency));
    if (read.length === 0) return [fault];
    return [{ start, end, values: read.map((one) => ({ amount: one, currency })) }];
  });
}

/** True for an amount in brackets. A ledger writes a debt as `(1.250,00)`, and a remark in brackets looks the same. */
const isBracketed = (text: string, start: number, end: number): boolean => text[start - 1] === '(' && text[end] === ')';

function scaledAmounts(
  written: string,
  notations: readonly Notation[],
  { places, digits }: { readonly places: number; readonly digits: number },
): readonly string[] {
  const found = numbersOf(written, notations).flatMap((number) => {
    const [whole = '', part = ''] = scaled(number, places).split('.');
    if (part.length > digits) return [];
    return [digits === 0 ? whole : `${whole}.${part.padEnd(digits, '0')}`];
  });
  return [...new Set(found)];
}

function amountsOf(written: string, notations: readonly Notation[], digits: number): readonly string[] {
  const machine = new Set(notations.includes('plain') ? numbersOf(written, ['plain']) : []);
  const amounts = numbersOf(written, notations).flatMap((number) => {
    const isMachine = machine.has(number);
    const [whole = '', decimals = ''] = number.split('.');
    const zeros = isMachine ? decimals.slice(digits) : '';
    const part = /^0*$/.test(zeros) ? decimals.slice(0, decimals.length - zeros.length) : decimals;
    if (part.length !== 0 && part.length !== digits && !(part.length < digits && isMachine)) return [];
    return [digits === 0 ? whole : `${whole}.${part.padEnd(digits, '0')}`];
  });
  return [...new Set(amounts)];
}
