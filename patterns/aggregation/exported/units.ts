import type { Exact } from '../exact.ts';

/** Digits after the point of a decimal column, of 38 in all. */
export const decimalScale = 18;
const mostUnits = 10n ** 38n;

/** Whole units of the last digit that a decimal column has; undefined for what does not fit it. */
export function unitsOf({ units, scale }: Exact): bigint | undefined {
  if (scale > decimalScale) return undefined;
  const found = units * 10n ** BigInt(decimalScale - scale);
  return found < mostUnits && found > -mostUnits ? found : undefined;
}
