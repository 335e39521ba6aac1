import type { Exact } from '../exact.ts';

/** Digits after the point of a decimal column, which has 38 digits in all. */
export const decimalScale = 18;
const mostUnits = 10n ** 38n;

/** The value as whole units of the last digit of a decimal column. Undefined if it does not fit. */
export function unitsOf({ units, scale }: Exact): bigint | undefined {
  if (scale > decimalScale) return undefined;
  const found = units * 10n ** BigInt(decimalScale - scale);
  return found < mostUnits && found > -mostUnits ? found : undefined;
}
