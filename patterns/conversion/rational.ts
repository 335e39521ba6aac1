import type { RoundingMode } from '../../contract/values/rounding.ts';

/**
 * An exact fraction with a positive denominator. Fractions are never reduced, because the numbers here are short and
 * the result does not depend on it.
 */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/**
 * Reads a decimal in plain notation, or a fraction of two decimals such as `5/9`.
 * @throws SyntaxError for any other text
 */
export function rational(text: string): Rational {
  const [over = '', under] = text.split('/');
  return under === undefined ? ofDecimal(over) : divided(ofDecimal(over), ofDecimal(under));
}

function ofDecimal(text: string): Rational {
  const [integer = '', fraction = ''] = text.split('.');
  return { n: BigInt(integer + fraction), d: 10n ** BigInt(fraction.length) };
}

export const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d });
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });

/** Divides exactly. @throws RangeError if the divisor is zero */
export function divided(a: Rational, b: Rational): Rational {
  if (b.n === 0n) throw new RangeError('division by zero');
  const sign = b.n < 0n ? -1n : 1n;
  return { n: sign * a.n * b.d, d: sign * a.d * b.n };
}

/** Rounds to `scale` digits after the point and writes plain notation. Zero never has a sign. */
export function roundedRational(
  { n, d }: Rational,
  scale: number,
  mode: RoundingMode,
): { text: string; exact: boolean } {
  const magnitude = (n < 0n ? -n : n) * 10n ** BigInt(scale);
  const [floor, rest] = [magnitude / d, magnitude % d];
  const whole = floor + (risesFrom(floor, { overHalf: rest * 2n - d, inexact: rest > 0n }, mode) ? 1n : 0n);
  const digits = whole.toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return { text: n < 0n && whole > 0n ? `-${text}` : text, exact: rest === 0n };
}

/** Tells if the magnitude is rounded up. `overHalf` has the sign of the remainder minus one half. */
function risesFrom(
  floor: bigint,
  { overHalf, inexact }: { readonly overHalf: bigint; readonly inexact: boolean },
  mode: RoundingMode,
): boolean {
  switch (mode) {
    case 'down':
      return false;
    case 'up':
      return inexact;
    case 'half-up':
      return overHalf >= 0n;
    case 'half-even':
      return overHalf > 0n || (overHalf === 0n && floor % 2n === 1n);
  }
  return mode satisfies never;
}
