import { CelScalar, celFunc, type CelFunc, type CelValue } from '@bufbuild/cel';
import { decimalOf, decimalText, quotient, rounded, type Decimal } from '../../contract/values/decimal.ts';
import { roundingModes, type RoundingMode } from '../../contract/values/rounding.ts';
import { RuleFault } from './rule-fault.ts';

const { BOOL, DYN, INT, STRING } = CelScalar;

/** Reads a decimal string or an int. A double is refused, because it is not exact. @throws CEL error */
function decimal(value: CelValue): Decimal {
  const parsed = typeof value === 'bigint' ? decimalOf(value.toString()) : undefined;
  const exact = typeof value === 'string' ? decimalOf(value) : parsed;
  if (!exact) throw new RuleFault('invalid_decimal');
  return exact;
}

/** Writes a decimal. Its length is limited, so that a chain of products cannot grow without end. */
function text(value: Decimal, scale?: number): string {
  const plain = decimalText(value, scale);
  if (!decimalOf(plain)) throw new RuleFault('out_of_range');
  return plain;
}

const compare = (name: string, test: (a: Decimal, b: Decimal) => boolean): CelFunc =>
  celFunc(`dec.${name}`, [DYN, DYN], BOOL, (a, b) => test(decimal(a), decimal(b)));
const combine = (name: string, of: (a: Decimal, b: Decimal) => Decimal): CelFunc =>
  celFunc(`dec.${name}`, [DYN, DYN], STRING, (a, b) => text(of(decimal(a), decimal(b))));

function scaleOf(scale: bigint): number {
  if (scale < 0n || scale > 18n) throw new RuleFault('out_of_range');
  return Number(scale);
}

function modeOf(mode: string): RoundingMode {
  const known = roundingModes.find((name) => name === mode);
  if (!known) throw new RuleFault('no_such_overload');
  return known;
}

/** Exact arithmetic on decimal strings. If a function rounds, the rule gives it scale and mode. */
export const decimalFunctions: readonly CelFunc[] = [
  compare('lt', (a, b) => a.lt(b)),
  compare('lte', (a, b) => a.lte(b)),
  compare('gt', (a, b) => a.gt(b)),
  compare('gte', (a, b) => a.gte(b)),
  compare('eq', (a, b) => a.eq(b)),
  combine('add', (a, b) => a.plus(b)),
  combine('sub', (a, b) => a.minus(b)),
  combine('mul', (a, b) => a.times(b)),
  combine('min', (a, b) => (a.lte(b) ? a : b)),
  combine('max', (a, b) => (a.gte(b) ? a : b)),
  celFunc('dec.abs', [DYN], STRING, (a) => text(decimal(a).abs())),
  celFunc('dec.valid', [DYN], BOOL, (a) => typeof a === 'string' && decimalOf(a) !== undefined),
  celFunc('dec.round', [DYN, INT, STRING], STRING, (a, scale, mode) => {
    const digits = scaleOf(scale);
    return text(rounded(decimal(a), digits, modeOf(mode)), digits);
  }),
  celFunc('dec.div', [DYN, DYN, INT, STRING], STRING, (...[a, b, scale, mode]) => {
    const divisor = decimal(b);
    if (divisor.eq('0')) throw new RuleFault('division_by_zero');
    const digits = scaleOf(scale);
    return text(quotient(decimal(a), divisor, { scale: digits, mode: modeOf(mode) }), digits);
  }),
];
