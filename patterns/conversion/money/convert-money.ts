import type { RateTable } from '../../../contract/artefacts/rate-table.ts';
import type { Product } from '../../../contract/pattern.ts';
import { decimalString, money } from '../../../contract/values/shapes.ts';
import { dateAt } from '../dates/parse.ts';
import { divided, rational, roundedRational, times, type Rational } from '../rational.ts';
import { refused } from '../refused.ts';
import { minorUnits } from '../../../contract/values/iso-4217.ts';
import type { CurrencyTarget, MoneyAnswer, Step } from './shapes.ts';

type Answer = Product<MoneyAnswer, never>;

/**
 * Converts an amount through the base currency of a rate table. The last step is rounded to the minor units of the
 * target currency, in the mode that the caller chose. The first step, to the base currency, is exact unless the caller
 * declares a rounding. If the table lacks a currency or a day, the answer is `rate_missing`. The rate of another day is
 * never used.
 * @throws Failure `arguments.invalid`
 */
export function convertMoney(value: unknown, target: CurrencyTarget, table: RateTable): Answer {
  const parsed = money.safeParse(value);
  if (!parsed.success)
    throw refused('/value', 'must be an object with an amount (a decimal string) and a currency (ISO 4217)');
  const { amount, currency } = parsed.data;
  const units = unitsOf(target.currency, '/target/currency');
  unitsOf(currency, '/value/currency');
  const day = target.day === undefined ? table.asOf : dateAt(target.day, '/target/day').toString();
  const rates = day === table.asOf ? table.rates : own(table.history ?? {}, day);
  if (!rates) return missing(table, currency, day);
  const same = currency === target.currency;
  const [from, to] = same ? ['1', '1'] : [currency, target.currency].map((code) => rateOf(code, table.base, rates));
  if (from === undefined || to === undefined) {
    return missing(table, from === undefined ? currency : target.currency, day);
  }
  const [toBase, fromBase] = table.quotes === 'units-per-base' ? [divided, times] : [times, divided];
  const inBase = same ? { value: rational(amount) } : based(toBase(rational(amount), rational(from)), target);
  const text = roundedRational(fromBase(inBase.value, rational(to)), units, target.rounding).text;
  if (!decimalString.safeParse(text).success)
    throw refused('/value/amount', 'would have more than 24 digits after the conversion');
  const first = {
    from: currency,
    to: table.base,
    rate: from,
    by: verb(toBase),
    ...(inBase.step ?? { rounding: 'exact' as const }),
  };
  const last: Step = { from: table.base, to: target.currency, rate: to, by: verb(fromBase), rounding: target.rounding };
  return {
    result: {
      status: 'converted',
      value: { amount: text, currency: target.currency },
      rates: { table: nameOf(table), source: table.source, asOf: day, base: table.base },
      steps: same ? [] : [first, last],
      rounding: { mode: target.rounding, minorUnits: units },
    },
  };
}

interface Based {
  readonly value: Rational;
  readonly step?: Pick<Step, 'rounding' | 'scale' | 'amount'>;
}

/** Returns the amount in the base currency. The amount is rounded only if the caller declares a rounding. */
function based(value: Rational, { baseRounding }: CurrencyTarget): Based {
  if (!baseRounding) return { value };
  const { mode, scale } = baseRounding;
  const amount = roundedRational(value, scale, mode).text;
  if (!decimalString.safeParse(amount).success)
    throw refused('/value/amount', 'would have more than 24 digits in the base currency');
  return { value: rational(amount), step: { rounding: mode, scale, amount } };
}

const verb = (step: typeof times): Step['by'] => (step === times ? 'multiplied' : 'divided');
const nameOf = ({ id, version }: RateTable): string => `${id}@${version}`;

const rateOf = (currency: string, base: string, rates: Readonly<Record<string, string>>): string | undefined =>
  currency === base ? '1' : own(rates, currency);

/** Looks up only own members, not inherited ones such as `constructor`, because names come from outside. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Makes the answer for a missing rate. The detail names the nearest days that have a rate, but their rates are never
 * used.
 */
function missing(table: RateTable, currency: string, day: string): Answer {
  const name = nameOf(table);
  const days = Object.entries({ ...table.history, [table.asOf]: table.rates })
    .filter(([, rates]) => rateOf(currency, table.base, rates) !== undefined)
    .map(([one]) => one)
    .sort();
  const around = [days.findLast((one) => one < day), days.find((one) => one > day)].filter((one) => one !== undefined);
  const detail =
    around.length === 0
      ? `${name} has no rate of ${currency} for ${day} or any other day`
      : `${name} has no rate of ${currency} for ${day}. The nearest days with a rate: ${around.join(' and ')}`;
  return {
    result: { status: 'rate_missing', currency, table: name, day },
    exceptions: [{ kind: 'conversion.rate_missing', detail }],
  };
}

function unitsOf(currency: string, pointer: string): number {
  const units = minorUnits(currency);
  if (units === undefined) throw refused(pointer, 'must be a currency of ISO 4217 that has minor units');
  return units;
}
