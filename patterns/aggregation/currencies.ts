import type { Op } from './schema.ts';

/** The unit of a plain number. No currency has this name. */
export const plainNumber = '1';

/** The units of a group's values and of a ratio's divisors: currencies, and `plain`. */
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
 * The unit of an operation's value. Undefined if its values have several currencies, or only some have one. A count has
 * no unit.
 */
export function measuredUnitOf({ kind }: Op, { of, over }: Currencies): MeasuredUnit | undefined {
  if (kind === 'count') return {};
  if (of.size > 1 || over.size > 1) return undefined;
  const [[above = plainNumber], [below = plainNumber]] = [[...of], [...over]];
  // Lira over lira is a plain number. Lira over euros has no value without a rate.
  if (above === below) return {};
  if (above !== plainNumber && below !== plainNumber) return undefined;
  return below === plainNumber ? { unit: above } : { perUnit: below };
}
