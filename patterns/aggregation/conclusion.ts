import { quotientText, exactText, zero, type Exact } from './exact.ts';
import type { Op, Unmeasured } from './schema.ts';

/** The length of the window and the length of the duration `per`. Only a rate uses them. */
export interface Lengths {
  readonly windowMillis: number;
  readonly perMillis: number;
}

/**
 * The values of a group from which the result of an operation is computed. The values are exact, and both engines
 * compute the same ones.
 */
export interface Totals {
  /** The number of objects that have the measured member. */
  readonly values: number;
  /** The sum of the measured member, and the sum of a ratio's divisors. */
  readonly sum?: Exact;
  readonly over?: Exact;
  /** The smallest value, the largest, or the value at a percentile. */
  readonly picked?: Exact;
}

/** Computes the result of an operation in plain notation, or returns the reason why the operation has no result. */
export function concluded(
  op: Op,
  { windowMillis, perMillis }: Lengths,
  { values, sum, over = zero, picked }: Totals,
): { readonly value: string } | { readonly reason: Unmeasured } {
  const count: Exact = { units: BigInt(values), scale: 0 };
  // Without values, a mean, a minimum and a maximum do not exist. A count, a sum and a rate are zero.
  const nothing = { reason: 'no_values' } as const;
  switch (op.kind) {
    case 'count':
      return { value: exactText(count) };
    case 'sum':
      return { value: exactText(sum ?? zero, op.rounding) };
    case 'rate':
      return {
        value: quotientText(
          op.of === undefined ? count : (sum ?? zero),
          { units: BigInt(windowMillis), scale: 0 },
          { rounding: op.rounding, factor: BigInt(perMillis) },
        ),
      };
    case 'min':
    case 'max':
    case 'percentile':
      return picked ? { value: exactText(picked) } : nothing;
    case 'mean':
      return values === 0 ? nothing : { value: quotientText(sum ?? zero, count, { rounding: op.rounding }) };
    case 'ratio':
      if (values === 0) return nothing;
      return over.units === 0n
        ? { reason: 'zero_denominator' }
        : { value: quotientText(sum ?? zero, over, { rounding: op.rounding }) };
  }
  return op satisfies never;
}

/**
 * Returns two whole numbers that find a percentile by nearest rank. The place of the percentile is the smallest p with
 * p x `of` >= count x `percent`.
 */
export function rankParts(percent: string): { readonly percent: bigint; readonly of: bigint } {
  const [whole = '', fraction = ''] = percent.split('.');
  return { percent: BigInt(whole + fraction), of: 100n * 10n ** BigInt(fraction.length) };
}
