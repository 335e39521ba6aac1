import { compare, one, plus, quotientText, textOf, zero, type Exact } from './exact.ts';
import type { Op, Unmeasured } from './schema.ts';

/** What becomes of the values of one group. */
export interface Accumulator {
  /** `over` is that of a ratio. */
  add(value: Exact, over: Exact): void;
  /** The value in plain notation, or why there is none. */
  done(): { readonly value: string } | { readonly reason: Unmeasured };
}

/** Of a rate: how long the window and one `per` are. */
export interface Lengths {
  readonly windowMillis: number;
  readonly perMillis: number;
}

export function accumulator(op: Op, { windowMillis, perMillis }: Lengths): Accumulator {
  switch (op.kind) {
    case 'count':
      return folded(zero, (sum) => plus(sum, one), textOf);
    case 'sum':
      return folded(zero, plus, (sum) => textOf(sum, op.rounding));
    case 'rate':
      return folded(zero, plus, (sum) =>
        quotientText(sum, { units: BigInt(windowMillis), scale: 0 }, op.rounding, BigInt(perMillis)),
      );
    case 'min':
      return folded<Exact | undefined>(
        undefined,
        (least, value) => (least && compare(least, value) <= 0 ? least : value),
        orNone,
      );
    case 'max':
      return folded<Exact | undefined>(
        undefined,
        (most, value) => (most && compare(most, value) >= 0 ? most : value),
        orNone,
      );
    case 'mean':
      return folded(
        { sum: zero, count: 0n },
        ({ sum, count }, value) => ({ sum: plus(sum, value), count: count + 1n }),
        ({ sum, count }) => (count === 0n ? undefined : quotientText(sum, { units: count, scale: 0 }, op.rounding)),
      );
    case 'ratio':
      return ratio(op);
    case 'percentile':
      return percentile(op.percent);
  }
  return op satisfies never;
}

const orNone = (value: Exact | undefined): string | undefined => value && textOf(value);

function folded<S>(first: S, add: (state: S, value: Exact) => S, text: (state: S) => string | undefined): Accumulator {
  let state = first;
  return {
    add: (value) => {
      state = add(state, value);
    },
    done: () => {
      const value = text(state);
      return value === undefined ? { reason: 'no_values' } : { value };
    },
  };
}

function ratio({ rounding }: Extract<Op, { kind: 'ratio' }>): Accumulator {
  let [above, below] = [zero, zero];
  let count = 0;
  return {
    add: (value, over) => {
      above = plus(above, value);
      below = plus(below, over);
      count += 1;
    },
    done: () => {
      if (count === 0) return { reason: 'no_values' };
      return below.units === 0n ? { reason: 'zero_denominator' } : { value: quotientText(above, below, rounding) };
    },
  };
}

function percentile(percent: string): Accumulator {
  const values: Exact[] = [];
  return {
    add: (value) => {
      values.push(value);
    },
    done: () => {
      values.sort(compare);
      const found = values[nearestRank(percent, values.length) - 1];
      return found ? { value: textOf(found) } : { reason: 'no_values' };
    },
  };
}

/** ceil(percent / 100 x count), in whole numbers. */
function nearestRank(percent: string, count: number): number {
  const [whole = '', fraction = ''] = percent.split('.');
  const of = 100n * 10n ** BigInt(fraction.length);
  return Number((BigInt(whole + fraction) * BigInt(count) + of - 1n) / of);
}
