import { aKind, valueKindOf } from '../../../contract/values/kind.ts';
import type { Product } from '../../../contract/pattern.ts';
import { decimalString } from '../../../contract/values/shapes.ts';
import { divided, minus, plus, rational, roundedRational, times, type Rational } from '../rational.ts';
import { refused } from '../refused.ts';
import { quantity, type UnitAnswer, type UnitTarget } from './shapes.ts';
import { leastOf, unitOf, type Unit, unitNames } from './table.ts';

/**
 * Converts a quantity through the base unit of its dimension, with exact fractions and one rounding at the end.
 * @throws Failure `arguments.invalid`
 */
export function convertUnit(value: unknown, target: UnitTarget): Product<UnitAnswer, never> {
  const parsed = quantity.safeParse(value);
  if (!parsed.success) {
    const member = parsed.error.issues[0]?.path[0];
    if (member === 'amount') throw refused('/value/amount', 'must be a decimal string such as "12.50"');
    if (member === 'unit') throw refused('/value/unit', `must be one of ${unitNames.join(', ')}`);
    throw refused('/value', `must be an object with an amount and a unit, but is ${aKind(valueKindOf(value))}`);
  }
  const { amount, unit } = parsed.data;
  const from = known(unit, '/value/unit');
  const to = known(target.unit, '/target/unit');
  if (from.dimension !== to.dimension) return incompatible([unit, from], [target.unit, to]);
  const base = toBase(rational(amount), from);
  const least = leastOf(from.dimension);
  if (least !== undefined && base.n < zero.n) throw refused('/value/amount', least);
  const exactly = ofBase(base, to);
  const { text, exact } = roundedRational(exactly, target.scale, target.rounding);
  if (!decimalString.safeParse(text).success)
    throw refused('/value/amount', 'would have more than 24 digits after the conversion');
  return {
    result: {
      status: 'measured',
      value: { amount: text, unit: target.unit },
      dimension: to.dimension,
      exact,
      rounding: { mode: target.rounding, scale: target.scale },
    },
  };
}

const zero = rational('0');

const toBase = (amount: Rational, { factor = '1', offset = '0', over }: Unit): Rational =>
  over === undefined ? plus(times(amount, rational(factor)), rational(offset)) : inverse(amount, over);

const ofBase = (base: Rational, { factor = '1', offset = '0', over }: Unit): Rational =>
  over === undefined ? divided(minus(base, rational(offset)), rational(factor)) : inverse(base, over);

/**
 * Divides `over` by a value. Zero is refused. For example, zero litres per 100 km would be endless kilometres per litre.
 * @throws Failure `arguments.invalid`
 */
function inverse(value: Rational, over: string): Rational {
  if (value.n === zero.n) throw refused('/value/amount', 'is zero, which has no value in the target unit');
  return divided(rational(over), value);
}

function known(name: string, pointer: string): Unit {
  const unit = unitOf(name);
  if (!unit) throw refused(pointer, 'must be a known unit, such as km or kg');
  return unit;
}

function incompatible(from: readonly [string, Unit], to: readonly [string, Unit]): Product<UnitAnswer, never> {
  const [[unit, { dimension }], [other, { dimension: wanted }]] = [from, to];
  return {
    result: {
      status: 'unit_incompatible',
      from: { unit, dimension },
      to: { unit: other, dimension: wanted },
    },
    exceptions: [
      {
        kind: 'conversion.unit_incompatible',
        detail: `${unit} is a unit of ${dimension}, but ${other} is a unit of ${wanted}`,
      },
    ],
  };
}
