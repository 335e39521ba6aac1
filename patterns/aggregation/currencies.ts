import type { Op } from './schema.ts';

/** What a plain number is in; no currency has this name. */
export const plain = '1';

/** What a group's values are in, and what a ratio's divisors are in: currencies, and `plain`. */
export interface Currencies {
  readonly of: ReadonlySet<string>;
  readonly over: ReadonlySet<string>;
}

/** The currency of a value, and that of what it is divided by; neither where it is a plain number. */
export interface Unit {
  readonly unit?: string;
  readonly perUnit?: string;
}

/**
 * What an operation's value is in; undefined where its values are in several currencies, or some in one and some in none.
 * A count is in none, whatever is counted.
 */
export function unitOf({ kind }: Op, { of, over }: Currencies): Unit | undefined {
  if (kind === 'count') return {};
  if (of.size > 1 || over.size > 1) return undefined;
  const [[above = plain], [below = plain]] = [[...of], [...over]];
  // Lira over lira is a plain number; lira over euros is no number without a rate.
  if (above === below) return {};
  if (above !== plain && below !== plain) return undefined;
  return below === plain ? { unit: above } : { perUnit: below };
}
