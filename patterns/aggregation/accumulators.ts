import { rankParts, type Totals } from './conclusion.ts';
import { compare, exactSum, zero, type Exact } from './exact.ts';
import type { Op } from './schema.ts';

/** Collects the values of one group, one after the other. */
export interface Accumulator {
  /** Adds a value. `over` is its divisor, and is used only by a ratio. */
  add(value: Exact, over: Exact): void;
  done(): Omit<Totals, 'values'>;
}

export function accumulator(op: Op): Accumulator {
  switch (op.kind) {
    case 'count':
      return { add: () => undefined, done: () => ({}) };
    case 'sum':
    case 'mean':
    case 'rate':
    case 'ratio':
      return sums();
    case 'min':
      return picking((value, least) => compare(value, least) < 0);
    case 'max':
      return picking((value, most) => compare(value, most) > 0);
    case 'percentile':
      return percentile(op.percent);
  }
  return op satisfies never;
}

function sums(): Accumulator {
  let [sum, below] = [zero, zero];
  return {
    add: (value, over) => {
      sum = exactSum(sum, value);
      below = exactSum(below, over);
    },
    done: () => ({ sum, over: below }),
  };
}

function picking(isBetter: (value: Exact, picked: Exact) => boolean): Accumulator {
  let picked: Exact | undefined;
  return {
    add: (value) => {
      if (picked === undefined || isBetter(value, picked)) picked = value;
    },
    done: () => (picked ? { picked } : {}),
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
      const picked = values[nearestRank(percent, values.length) - 1];
      return picked ? { picked } : {};
    },
  };
}

/** Returns ceil(percent / 100 x count), computed in whole numbers. */
function nearestRank(percent: string, count: number): number {
  const parts = rankParts(percent);
  return Number((parts.percent * BigInt(count) + parts.of - 1n) / parts.of);
}
