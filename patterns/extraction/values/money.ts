import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { currencyName, currencyIn, minorUnitsOf, type MoneyType } from './currency.ts';
import { numbersOf } from './number.ts';
import type { Token } from './token.ts';

const behind = new RegExp(String.raw`^[ \u00a0\u202f\u2060]{0,4}(?<name>${currencyName})(?!\p{L})`, 'iu');
const before = new RegExp(String.raw`(?<!\p{L})(?<name>${currencyName})[ \u00a0\u202f]{0,2}(?<sign>[-\u2212]?)$`, 'iu');
/** A number that may begin right after a currency's sign or code: `₺1.200,00`, `TL1.200`. */
const amount = new RegExp(String.raw`(?<![\d.,/_:])\d[\d.,]{0,60}(?<=\d)(?![\d_/:\u2062]|[.,]\d)`, 'gu');
const reach = 16;
/**
 * Amounts of money in a passage, in the minor units of their currency: what follows the point is as many digits or nothing,
 * so that of the notations at most one reads an amount; machines leave zeros at the end away. `type.currency` is that of an
 * amount that names none; a currency that is not declared is told as a fault.
 */
export function moneyTokens(text: string, type: MoneyType, notations: readonly Notation[]): readonly Token[] {
  return [...text.matchAll(amount)].flatMap((found): Token[] => {
    const from = found.index;
    const to = from + found[0].length;
    const after = behind.exec(text.slice(to, to + reach));
    const ahead = before.exec(text.slice(Math.max(0, from - reach), from));
    const known = [after, ahead].map((one) => one && currencyIn(one.groups?.['name'] ?? '', type));
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
    const amounts = amountsOf(`${sign}${found[0]}`, notations, minorUnitsOf(currency));
    if (amounts.length === 0) return [{ start, end, fault: 'malformed' }];
    return [{ start, end, values: amounts.map((one) => ({ amount: one, currency })) }];
  });
}

function amountsOf(written: string, notations: readonly Notation[], digits: number): readonly string[] {
  const machine = new Set(notations.includes('plain') ? numbersOf(written, ['plain']) : []);
  const amounts = numbersOf(written, notations).flatMap((number) => {
    const part = number.split('.')[1]?.length ?? 0;
    if (part !== 0 && part !== digits && !(part < digits && machine.has(number))) return [];
    return digits === 0 ? [number] : [`${number}${part === 0 ? '.' : ''}${'0'.repeat(digits - part)}`];
  });
  return [...new Set(amounts)];
}
