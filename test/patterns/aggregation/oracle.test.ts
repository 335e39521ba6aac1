import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundingModes } from '../../../contract/values/rounding.ts';
import type { Op } from '../../../patterns/aggregation/schema.ts';
import { measure, objectOf, settings, valuesOf } from './measured.ts';

/** A fraction of two whole numbers. These tests compute with it, without the engine and without a decimal library. */
type Fraction = readonly [bigint, bigint];
const fraction = (text: string): Fraction => {
  const [whole = '', digits = ''] = text.split('.');
  return [BigInt(whole + digits), 10n ** BigInt(digits.length)];
};
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
const less = ([a, b]: Fraction, [c, d]: Fraction): number => Number(a * d - c * b > 0n) - Number(a * d - c * b < 0n);
const total = (all: readonly Fraction[]): Fraction => all.reduce(add, [0n, 1n]);

function written([n, d]: Fraction, scale: number, mode: (typeof roundingModes)[number]): string {
  const [size, step] = [n < 0n ? -n : n, 10n ** BigInt(scale)];
  const [floor, rest] = [(size * step) / d, (size * step) % d];
  const tie = rest * 2n === d;
  const up = {
    down: false,
    up: rest > 0n,
    'half-up': rest * 2n >= d,
    'half-even': tie ? floor % 2n === 1n : rest * 2n > d,
  };
  const units = floor + (up[mode] ? 1n : 0n);
  const digits = units.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return n < 0n && units > 0n ? `-${text}` : text;
}
const exact = (value: Fraction): string => written(value, 40, 'down').replace(/0+$/, '').replace(/\.$/, '');

const amount = fc.stringMatching(/^-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,6})?$/);
const rows = fc.array(
  fc.record({ cause: fc.constantFrom('a', 'b', 'c'), of: amount, over: fc.option(amount, { nil: undefined }) }),
  { maxLength: 40 },
);
const rounding = fc.record({ scale: fc.integer({ min: 0, max: 12 }), mode: fc.constantFrom(...roundingModes) });
const percent = fc.integer({ min: 1, max: 100 }).map(String);
const [of, below] = ['/reserve/amount', '/paid/amount'];
const day = 86_400_000n;

function naive(values: readonly { of: string; over: string | undefined }[], op: Op): string {
  const all = values.map((row) => fraction(row.of));
  const sorted = all.toSorted(less);
  const at = (i: number): string => (sorted[i] ? exact(sorted[i]) : 'no_values');
  switch (op.kind) {
    case 'count':
      return String(all.length);
    case 'sum':
      return exact(total(all));
    case 'mean':
      return all.length === 0
        ? 'no_values'
        : written(over(total(all), [BigInt(all.length), 1n]), op.rounding.scale, op.rounding.mode);
    case 'min':
      return at(0);
    case 'max':
      return at(sorted.length - 1);
    case 'percentile': {
      // The nearest-rank percentile: the least value such that enough of all values do not exceed it.
      const found = sorted.find((one) => {
        const below = BigInt(all.filter((other) => less(other, one) <= 0).length);
        return below * 100n >= BigInt(op.percent) * BigInt(all.length);
      });
      return found ? exact(found) : 'no_values';
    }
    case 'ratio': {
      const both = values.filter((row) => row.over !== undefined);
      const divisor = total(both.map((row) => fraction(row.over ?? '0')));
      if (both.length === 0) return 'no_values';
      if (divisor[0] === 0n) return 'zero_denominator';
      return written(over(total(both.map((row) => fraction(row.of))), divisor), op.rounding.scale, op.rounding.mode);
    }
    case 'rate':
      return written(over(total(all), [30n * day, 7n * day]), op.rounding.scale, op.rounding.mode);
  }
  return op satisfies never;
}

const ops: fc.Arbitrary<Op> = fc.oneof(
  fc.constantFrom<Op>({ kind: 'count' }, { kind: 'sum', of }, { kind: 'min', of }, { kind: 'max', of }),
  rounding.map((one): Op => ({ kind: 'mean', of, rounding: one })),
  rounding.map((one): Op => ({ kind: 'ratio', of, over: below, rounding: one })),
  rounding.map((one): Op => ({ kind: 'rate', of, per: 'P7D', rounding: one })),
  percent.map((one): Op => ({ kind: 'percentile', of, percent: one, method: 'nearest-rank' })),
);

it('For any objects, an aggregation gives the same digits as a recomputation with fractions of whole numbers', async () => {
  await fc.assert(
    fc.asyncProperty(rows, ops, async (all, op) => {
      const objects = all.map((row, i) =>
        objectOf(
          {
            cause: row.cause,
            lossDate: '2026-01-15',
            reserve: { amount: row.of },
            ...(row.over === undefined ? {} : { paid: { amount: row.over } }),
          },
          { id: `CLM-${i}` },
        ),
      );
      const window = { kind: 'absolute', at: '/lossDate', from: '2026-01-01', to: '2026-01-31', zone: 'UTC' } as const;
      const expected = Object.fromEntries(
        ['a', 'b', 'c']
          .map((cause) => all.filter((row) => row.cause === cause))
          .flatMap((group) => (group[0] ? [[group[0].cause, naive(group, op)] as const] : [])),
      );
      expect(await valuesOf(objects, { op, window, groupBy: ['/cause'] })).toEqual(expected);
      expect(await valuesOf(objects, { op, window })).toEqual({ '': naive(all, op) });
    }),
    { numRuns: 400 },
  );
});

const worth = fc.record({ amount, currency: fc.constantFrom('TRY', 'TRY', 'TRY', 'EUR') });
const valued = fc.array(fc.record({ estimate: worth, recovered: worth, of: amount }), { maxLength: 6 });
const [estimate, recovered] = ['/estimate', '/recovered'];
const scaled = { scale: 2, mode: 'half-even' } as const;
const amounts = fc.constantFrom(estimate, recovered, of);
const inMoney: fc.Arbitrary<Op> = fc.oneof(
  amounts.chain((at) =>
    fc.constantFrom<Op>(
      { kind: 'count', of: at },
      { kind: 'sum', of: at },
      { kind: 'max', of: at },
      { kind: 'mean', of: at, rounding: scaled },
      { kind: 'rate', of: at, per: 'P1D', rounding: scaled },
    ),
  ),
  fc.record({ kind: fc.constant('ratio'), of: amounts, over: amounts, rounding: fc.constant(scaled) }),
);

/**
 * Returns the currency in which the value is (`unit`) and the one by which it is divided (`perUnit`). Undefined if
 * currencies are mixed.
 */
function naiveUnit(all: readonly { at: (pointer: string) => string | undefined }[], op: Op): object | undefined {
  const exponents: Record<string, number> = {};
  const count = (pointer: string, by: number): boolean => {
    const names = new Set(all.map(({ at }) => at(pointer)));
    for (const name of names) if (name !== undefined) exponents[name] = (exponents[name] ?? 0) + by;
    return names.size <= 1;
  };
  if (op.kind === 'count' || op.of === undefined) return {};
  if (!count(op.of, 1) || (op.kind === 'ratio' && !count(op.over, -1))) return undefined;
  const left = Object.entries(exponents).filter(([, exponent]) => exponent !== 0);
  if (left.length > 1) return undefined;
  return Object.fromEntries(left.map(([name, exponent]) => [exponent === 1 ? 'unit' : 'perUnit', name]));
}

it('For any amounts, the unit of a value is the currency that remains if equal currencies above and below a division cancel out', async () => {
  await fc.assert(
    fc.asyncProperty(valued, inMoney, async (all, op) => {
      const objects = all.map((row, i) =>
        objectOf(
          { lossDate: '2026-01-15', estimate: row.estimate, recovered: row.recovered, reserve: { amount: row.of } },
          { id: `CLM-${i}` },
        ),
      );
      const read = { ...settings.members?.['Claim']?.read, [recovered]: { kind: 'money' as const, markings: [] } };
      const own = { ...settings, members: { Claim: { markings: [], known: [], read } } };
      const window = { kind: 'absolute', at: '/lossDate', from: '2026-01-01', to: '2026-01-31', zone: 'UTC' } as const;
      const { result } = await measure(objects, { op, window }, { settings: own });
      const unit = naiveUnit(
        all.map((row) => ({
          at: (pointer) =>
            pointer === estimate ? row.estimate.currency : pointer === recovered ? row.recovered.currency : undefined,
        })),
        op,
      );
      const found = result.groups.flatMap((group): readonly (object | string)[] => {
        if (group.status === 'measured') return [{ unit: group.unit, perUnit: group.perUnit }];
        return group.reason === 'mixed_units' ? ['mixed'] : [];
      });
      // If no group has a value, no unit can be compared.
      expect(found).toEqual(found.length === 0 ? [] : [unit ?? 'mixed']);
    }),
    { numRuns: 400 },
  );
});
