import type { RateTable } from '../../contract/artefacts.ts';
import { decimalOf, decimalText, quotient, type Decimal } from '../../contract/decimal.ts';
import { Failure } from '../../contract/failures.ts';
import type { Product } from '../../contract/pattern.ts';
import { decimalString, type Money } from '../../contract/shapes.ts';
import { minorUnits } from './iso-4217.ts';
import type { Request, Response, Step } from './schema.ts';

type CurrencyTarget = Extract<Request['target'], { kind: 'currency' }>;

/**
 * Through the base currency: multiplied by the one rate exactly, divided by the other and rounded once, to the target's
 * minor units. A currency that the table does not have is an answer of its own, never the nearest rate.
 * @throws Failure `arguments.invalid`
 */
export function convertMoney(value: Money, target: CurrencyTarget, rates: RateTable): Product<Response, never> {
  const units = unitsOf(target.currency, '/target/currency');
  unitsOf(value.currency, '/value/currency');
  const table = `${rates.id}@${rates.version}`;
  const same = value.currency === target.currency;
  const [from, to] = same ? [one, one] : [rateOf(value.currency, rates), rateOf(target.currency, rates)];
  if (!from || !to) {
    const currency = from ? target.currency : value.currency;
    return {
      result: { status: 'rate_missing', currency, table },
      exceptions: [{ kind: 'conversion.rate_missing', detail: `${table} has no rate of ${currency}` }],
    };
  }
  const amount = quotient(exact(value.amount).times(from.value), to.value, units, target.rounding);
  const text = decimalText(amount, units);
  if (!decimalString.safeParse(text).success) {
    throw new Failure('arguments.invalid', '/value/amount: the converted amount has over 24 digits', {
      pointer: '/value/amount',
    });
  }
  return {
    result: {
      status: 'converted',
      value: { amount: text, currency: target.currency },
      rates: { table, source: rates.source, asOf: rates.asOf, base: rates.base },
      steps: same ? [] : steps(value.currency, target, rates.base, { from: from.text, to: to.text }),
      rounding: { mode: target.rounding, minorUnits: units },
    },
  };
}

interface Rate {
  readonly text: string;
  readonly value: Decimal;
}

function exact(text: string): Decimal {
  const value = decimalOf(text);
  if (!value) throw new TypeError('not a decimal in plain notation');
  return value;
}

const one: Rate = { text: '1', value: exact('1') };

function rateOf(currency: string, { base, rates }: RateTable): Rate | undefined {
  if (currency === base) return one;
  const text = rates[currency];
  return text === undefined ? undefined : { text, value: exact(text) };
}

function steps(from: string, target: CurrencyTarget, base: string, rate: { from: string; to: string }): Step[] {
  return [
    { from, to: base, rate: rate.from, by: 'multiplied', rounding: 'exact' },
    { from: base, to: target.currency, rate: rate.to, by: 'divided', rounding: target.rounding },
  ];
}

function unitsOf(currency: string, pointer: string): number {
  const units = minorUnits(currency);
  if (units === undefined) {
    throw new Failure('arguments.invalid', `${pointer}: no currency of ISO 4217 with minor units`, { pointer });
  }
  return units;
}
