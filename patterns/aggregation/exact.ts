import { decimalOf, decimalText, quotient, rounded, type Decimal } from '../../contract/values/decimal.ts';
import { decimalForm } from '../../contract/values/shapes.ts';
import type { Rounding } from './schema.ts';

/** A decimal as a whole number of units of its last digit: `12.50` is 1250 at scale 2. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

export const zero: Exact = { units: 0n, scale: 0 };
export const one: Exact = { units: 1n, scale: 0 };

/**
 * Reads a decimal string or a whole number. Undefined for any other value, because a JSON number with a fraction is not
 * exact.
 */
export function exactOf(value: unknown): Exact | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { units: BigInt(value), scale: 0 } : undefined;
  if (typeof value !== 'string' || !decimalForm.test(value)) return undefined;
  const point = value.indexOf('.');
  if (point === -1) return { units: BigInt(value), scale: 0 };
  return { units: BigInt(value.slice(0, point) + value.slice(point + 1)), scale: value.length - point - 1 };
}

const powers = Array.from({ length: 40 }, (_, i) => 10n ** BigInt(i));
const at = ({ units, scale }: Exact, wanted: number): bigint =>
  scale === wanted ? units : units * (powers[wanted - scale] ?? 10n ** BigInt(wanted - scale));

export function exactSum(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { units: at(a, scale) + at(b, scale), scale };
}

export function compare(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [at(a, scale), at(b, scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function decimal({ units, scale }: Exact): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const plain = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  const parsed = decimalOf(units < 0n ? `-${plain}` : plain);
  if (!parsed) throw new RangeError('a sum has more than a hundred digits');
  return parsed;
}

/** Writes a value in plain notation, either rounded or without trailing zeros. */
export const exactText = (value: Exact, rounding?: Rounding): string =>
  rounding === undefined
    ? decimalText(decimal(value))
    : decimalText(rounded(decimal(value), rounding.scale, rounding.mode), rounding.scale);

/** Divides `a` times `factor` by `b`, and rounds the exact quotient once. `b` must not be zero. */
export const quotientText = (
  a: Exact,
  b: Exact,
  { rounding: { scale, mode }, factor = 1n }: { readonly rounding: Rounding; readonly factor?: bigint },
): string =>
  decimalText(quotient(decimal({ units: a.units * factor, scale: a.scale }), decimal(b), { scale, mode }), scale);
