import type { Exact } from '../exact.ts';

/** The digits after the point in a decimal column, which has 38 digits in all. */
export const decimalScale = 18;
const mostUnits = 10n ** 38n;

/**
 * Returns a value as a whole number of units of the column's last digit. Undefined if it does not fit into the column.
 */
export function unitsOf({ units, scale }: Exact): bigint | undefined {
  if (scale > decimalScale) return undefined;
  const found = units * 10n ** BigInt(decimalScale - scale);
  return found < mostUnits && found > -mostUnits ? found : undefined;
}
