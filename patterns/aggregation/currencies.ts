import type { Op } from './schema.ts';

/** The unit of a plain number. No currency has this code. */
export const plainNumber = '1';

/**
 * The units that occur in a group's values and in the divisors of a ratio: currency codes, and `plainNumber` for plain
 * numbers.
 */
export interface Currencies {
  readonly of: ReadonlySet<string>;
  readonly over: ReadonlySet<string>;
}

/** The currency of a value and of its divisor. Both are absent for a plain number. */
export interface MeasuredUnit {
  readonly unit?: string;
  readonly perUnit?: string;
}

/**
 * Returns the unit of an operation's result. Undefined if the values have several currencies, or if only some values
 * have a currency. A count has no unit.
 */
export function measuredUnitOf({ kind }: Op, { of, over }: Currencies): MeasuredUnit | undefined {
  if (kind === 'count') return {};
  if (of.size > 1 || over.size > 1) return undefined;
  const [[above = plainNumber], [below = plainNumber]] = [[...of], [...over]];
  // Lira divided by lira is a plain number. Lira divided by euros has no result without an exchange rate.
  if (above === below) return {};
  if (above !== plainNumber && below !== plainNumber) return undefined;
  return below === plainNumber ? { unit: above } : { perUnit: below };
}
