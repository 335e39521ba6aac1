import { withoutTrailingZeros } from './trailing-zeros.ts';

/**
 * True if a double holds a JSON number exactly as it is written, so that no digit is lost in the canonical form. -0 is
 * not exact: RFC 8785 writes it as 0. Time is linear in the length of the literal.
 */
export function isExactNumber(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number) || Object.is(number, -0)) return false;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  const shortest = String(number);
  return shortest === literal || decimal(shortest) === decimal(literal);
}

/**
 * A decimal literal as digits and exponent, so that 1.0, 1 and 10e-1 are equal. An exponent beyond 2^53 is rounded; no
 * double has one.
 */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = whole + fraction;
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant.slice(significant.search(/[1-9]/))}e${power}`;
}
