import { withoutTrailingZeros } from './trailing-zeros.ts';

/**
 * Returns true if a double can represent a JSON number exactly as it is written, so that its canonical form loses no
 * digit. -0 is not exact, because RFC 8785 writes it as 0. Takes linear time in the length of the literal.
 */
export function isExactNumber(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number) || Object.is(number, -0)) return false;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  const shortest = String(number);
  return shortest === literal || decimal(shortest) === decimal(literal);
}

/**
 * Returns a decimal literal as digits and an exponent, so that 1.0, 1 and 10e-1 are equal. An exponent beyond 2^53 is
 * rounded; no double has such an exponent.
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
