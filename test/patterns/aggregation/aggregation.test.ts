import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/values/json.ts';
import { failureOf } from '../failures.ts';
import { measure, objectOf, settings, valuesOf } from './measured.ts';

const claims = (
  [
    ['İzmir', 'theft', '100.10', '40'],
    ['İzmir', 'theft', '0.20', '0.05'],
    ['İzmir', 'glass', '7', '7.00'],
    ['Ankara', 'glass', '-3.5', '1'],
    ['Ankara', 'hail', '12.345', '2'],
  ] as const
).map(([city, cause, reserve, paid], i) =>
  objectOf({ city, cause, reserve: { amount: reserve }, paid: { amount: paid } }, { id: `CLM-${i}`, version: i + 1 }),
);
const of = '/reserve/amount';
const rounding = { scale: 2, mode: 'half-even' } as const;

describe('An aggregation', () => {
  it.each([
    ['the count of objects', { kind: 'count' }, '5'],
    ['the count of the values of a member', { kind: 'count', of: '/paid/amount' }, '5'],
    ['the sum', { kind: 'sum', of }, '116.145'],
    ['the rounded sum', { kind: 'sum', of, rounding }, '116.14'],
    ['the mean', { kind: 'mean', of, rounding: { scale: 5, mode: 'down' } }, '23.22900'],
    ['the minimum', { kind: 'min', of }, '-3.5'],
    ['the maximum', { kind: 'max', of }, '100.1'],
    ['the median', { kind: 'percentile', of, percent: '50', method: 'nearest-rank' }, '7'],
    ['the 60th percentile', { kind: 'percentile', of, percent: '60', method: 'nearest-rank' }, '7'],
    [
      'the percentile just above the 60th',
      { kind: 'percentile', of, percent: '60.0001', method: 'nearest-rank' },
      '12.345',
    ],
    ['the 100th percentile', { kind: 'percentile', of, percent: '100', method: 'nearest-rank' }, '100.1'],
    ['the ratio', { kind: 'ratio', of: '/paid/amount', over: of, rounding: { scale: 4, mode: 'half-up' } }, '0.4309'],
  ] as const)('An aggregation computes %s exactly', async (_, op, value) => {
    expect(await valuesOf(claims, { op })).toEqual({ '': value });
  });

  it('An aggregation sorts its groups by key, and puts objects without the member into a group with the key null', async () => {
    const more = [...claims, objectOf({ cause: 'hail', reserve: { amount: '1' } }, { id: 'CLM-x' })].toReversed();
    const { result } = await measure(more, { op: { kind: 'sum', of }, groupBy: ['/city', '/cause'] });
    expect(
      result.groups.map(({ key, objects, values }) => [...key.map(({ value }) => value), objects, values]),
    ).toEqual([
      [null, 'hail', 1, 1],
      ['Ankara', 'glass', 1, 1],
      ['Ankara', 'hail', 1, 1],
      ['İzmir', 'glass', 1, 1],
      ['İzmir', 'theft', 2, 2],
    ]);
    expect(result.groups.at(-1)).toMatchObject({ status: 'measured', value: '100.3' });
  });

  it('An aggregation returns the same bytes and the same object set, whatever the order in which the store returns objects', async () => {
    const args = { op: { kind: 'mean', of, rounding }, groupBy: ['/city'] } as const;
    expect(await measure(claims.toReversed(), args)).toEqual(await measure(claims, args));
  });

  it('An aggregation names the measured objects and their versions by a hash that anybody can recompute', async () => {
    const { result, pins } = await measure(claims.slice(0, 2), { op: { kind: 'count' } });
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const lines = ['["Claim","CLM-0",1]', '["Claim","CLM-1",2]'];
    const shards = lines.map((line) => `${sha256(line).slice(0, 2)} ${sha256(`${line}\n`)}\n`).sort();
    const hash = sha256(shards.join(''));
    expect(result.objectSet).toEqual({ count: 2, hash });
    expect(pins).toEqual({ window: '2026-02-03T10:00:00.000Z', objectSet: hash });
  });

  it('If an object has a new version, the hash of the object set changes and the value does not', async () => {
    const [first] = claims;
    if (!first) throw new Error('no claim');
    const one = await measure([first], { op: { kind: 'count' } });
    const other = await measure([{ ...first, version: 2 }], { op: { kind: 'count' } });
    expect(other.result.objectSet.hash).not.toBe(one.result.objectSet.hash);
    expect({ ...other.result, objectSet: undefined }).toEqual({ ...one.result, objectSet: undefined });
  });

  it.each([
    ['count', { kind: 'count' }, { status: 'measured', value: '0' }],
    ['sum', { kind: 'sum', of }, { status: 'measured', value: '0' }],
    ['mean', { kind: 'mean', of, rounding }, { status: 'unmeasured', reason: 'no_values' }],
    ['min', { kind: 'min', of }, { status: 'unmeasured', reason: 'no_values' }],
    ['percentile', { kind: 'percentile', of, percent: '1', method: 'nearest-rank' }, { reason: 'no_values' }],
    ['ratio', { kind: 'ratio', of, over: of, rounding }, { status: 'unmeasured', reason: 'no_values' }],
  ] as const)(
    'If there are no objects, %s answers zero, or no value with the reason no_values',
    async (_, op, group) => {
      const { result } = await measure([], { op });
      expect(result.groups).toMatchObject([{ key: [], objects: 0, values: 0, ...group }]);
    },
  );

  it('If a divisor is zero, the group has the reason zero_denominator, and an exception says how many groups have no value', async () => {
    const none = [objectOf({ paid: { amount: '1' }, reserve: { amount: '0.00' } })];
    const { result, exceptions } = await measure(none, {
      op: { kind: 'ratio', of: '/paid/amount', over: of, rounding },
    });
    expect(result.groups).toMatchObject([{ status: 'unmeasured', reason: 'zero_denominator', values: 1 }]);
    expect(exceptions).toEqual([{ kind: 'aggregation.zero_denominator', detail: '1 of 1 groups have no value' }]);
  });

  it('An object that lacks the measured member counts as an object but not as a value', async () => {
    const some = [...claims, objectOf({ city: 'Ankara' }, { id: 'CLM-x' })];
    const { result } = await measure(some, { op: { kind: 'mean', of, rounding }, groupBy: ['/city'] });
    expect(result.groups[0]).toMatchObject({ objects: 3, values: 2, value: '4.42' });
  });

  it('An aggregation sums money of one currency, and gives the reason mixed_units in place of a sum of two currencies', async () => {
    const money = (
      id: string,
      cause: string,
      { amount, currency }: { readonly amount: string; readonly currency: string },
    ) => objectOf({ cause, estimate: { amount, currency } }, { id });
    const all = [
      money('1', 'hail', { amount: '1.50', currency: 'TRY' }),
      money('2', 'hail', { amount: '2', currency: 'TRY' }),
      money('3', 'fire', { amount: '9', currency: 'EUR' }),
    ];
    const sum = { kind: 'sum', of: '/estimate' } as const;
    const { result } = await measure(all, { op: sum, groupBy: ['/cause'] });
    expect(result.groups).toMatchObject([
      { value: '9', unit: 'EUR' },
      { value: '3.5', unit: 'TRY' },
    ]);
    expect(await valuesOf(all, { op: sum })).toEqual({ '': 'mixed_units' });
    expect(await valuesOf(all, { op: { kind: 'count', of: '/estimate' } })).toEqual({ '': '3' });
  });

  it.for<[string, string, string, object]>([
    ['money over a plain number is in its currency', '/estimate', of, { value: '2.00', unit: 'TRY' }],
    ['a plain number over money is per its currency', of, '/estimate', { value: '0.50', perUnit: 'TRY' }],
    ['money over money of one currency is a plain number', '/estimate', '/estimate', { value: '1.00' }],
    ['a plain number over a plain number is a plain number', of, '/paid/amount', { value: '4.00' }],
  ])('In a ratio, %s', async ([, above, over, found]) => {
    const all = [1, 2].map((id) =>
      objectOf(
        { estimate: { amount: '4', currency: 'TRY' }, reserve: { amount: '2' }, paid: { amount: '0.5' } },
        { id: `${id}` },
      ),
    );
    const { result } = await measure(all, { op: { kind: 'ratio', of: above, over, rounding } });
    expect(result.groups).toEqual([{ key: [], objects: 2, values: 2, status: 'measured', ...found }]);
    const euros = objectOf(
      { estimate: { amount: '1', currency: 'EUR' }, reserve: { amount: '2' }, paid: { amount: '1' } },
      { id: 'e' },
    );
    const mixed = await valuesOf([...all, euros], { op: { kind: 'ratio', of: above, over, rounding } });
    expect(mixed[''] === 'mixed_units').toBe([above, over].includes('/estimate'));
  });

  it('A rate of money has the unit of its currency, and a rate of objects has no unit', async () => {
    const all = [objectOf({ lossDate: '2026-01-02', estimate: { amount: '30', currency: 'TRY' } })];
    const window = { kind: 'absolute', at: '/lossDate', from: '2026-01-01', to: '2026-01-11', zone: 'UTC' } as const;
    const rate = { kind: 'rate', per: 'P1D', rounding } as const;
    const { result } = await measure(all, { op: { ...rate, of: '/estimate' }, window });
    expect(result.groups).toMatchObject([{ value: '3.00', unit: 'TRY' }]);
    expect((await measure(all, { op: rate, window })).result.groups).toEqual([
      { key: [], objects: 1, values: 1, status: 'measured', value: '0.10' },
    ]);
  });

  it('An aggregation takes a list of object references, and refuses an unknown object and an object that is listed twice', async () => {
    const refs = (...ids: string[]) => ({ refs: ids.map((id) => ({ type: 'Claim', id })) });
    expect(await valuesOf(claims, { objects: refs('CLM-0', 'CLM-4'), op: { kind: 'sum', of } })).toEqual({
      '': '112.445',
    });
    const refused = (ids: string[]) =>
      failureOf(() => measure(claims, { objects: refs(...ids), op: { kind: 'count' } }));
    expect(await refused(['CLM-0', 'CLM-9'])).toMatchObject({ code: 'object.unknown', pointer: '/objects/refs/1' });
    expect(await refused(['CLM-0', 'CLM-0'])).toMatchObject({ code: 'arguments.invalid', pointer: '/objects/refs' });
  });

  it.each([
    ['/op/of', { op: { kind: 'sum', of: '/city' } }],
    ['/op/of', { op: { kind: 'sum', of: '/description' } }],
    ['/op/of', { op: { kind: 'sum', of: '/__proto__' } }],
    ['/op/over', { op: { kind: 'ratio', of, over: '/lossDate', rounding } }],
    ['/groupBy/1', { op: { kind: 'count' }, groupBy: ['/city', '/reserve/amount'] }],
    ['/objects/where/0/at', { op: { kind: 'count' }, objects: { type: 'Claim', where: [{ at: '/no', equals: 1 }] } }],
    ['/window/at', { op: { kind: 'count' }, window: { kind: 'rolling', at: '/city', last: 'P1Y', zone: 'UTC' } }],
    ['/op/of', { op: { kind: 'sum', of }, objects: { type: 'Policy' } }],
  ] as const)(
    'If a call names at %s a member that its signature does not list or whose kind does not fit, it is refused with that pointer',
    async (pointer, args) => {
      expect(await failureOf(() => measure(claims, args))).toMatchObject({ code: 'arguments.invalid', pointer });
    },
  );

  it.each<[string, Record<string, Json>, string]>([
    ['a number in place of a decimal', { reserve: { amount: 2 } }, of],
    ['a text that is not a decimal', { reserve: { amount: '1e3' } }, of],
    ['null', { reserve: { amount: null } }, of],
    ['money without a currency', { estimate: { amount: '1' } }, '/estimate'],
  ])(
    'If an object holds %s where a measured value belongs, the call is refused with object.invalid',
    async (_, value, pointer) => {
      const all = [...claims, objectOf(value, { id: 'CLM-x' })];
      expect(await failureOf(() => measure(all, { op: { kind: 'sum', of: pointer } }))).toMatchObject({
        code: 'object.invalid',
      });
    },
  );

  it('If an aggregation would have more than 1 000 groups, the call is refused with result.too_large', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => objectOf({ city: `c${i}` }, { id: `CLM-${i}` }));
    expect(await failureOf(() => measure(many, { op: { kind: 'count' }, groupBy: ['/city'] }))).toMatchObject({
      code: 'result.too_large',
    });
  });
});

describe('The markings of a metric', () => {
  const op = { kind: 'sum', of } as const;

  it.each([
    ['only measures a member', { op }, []],
    ['is grouped by a member', { op, groupBy: ['/city'] }, ['pii.low']],
    [
      'has a condition on a member',
      { op, objects: { type: 'Claim', where: [{ at: '/city', equals: 'İzmir' }] } },
      ['pii.low'],
    ],
    [
      'has a window over a member',
      { op, window: { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'UTC' } },
      ['pii.low'],
    ],
  ] as const)('If a metric %s, it has the markings of exactly the members that it reads', async (_, args, markings) => {
    const { markings: found } = await measure(claims, args);
    expect(found).toEqual(markings);
  });

  it('If the record says that markings come from whole objects, a metric has all markings of the object type', async () => {
    const whole = { ...settings, propagation: 'objects' } as const;
    const { markings } = await measure(claims, { op }, { settings: whole });
    expect(markings).toEqual(['pii.medium', 'regulated.kvkk']);
  });

  it('If there are no objects, a metric still has the markings of the members that it reads, because an empty answer also reveals something', async () => {
    const { markings } = await measure([], { op, groupBy: ['/city'] });
    expect(markings).toEqual(['pii.low']);
  });

  it('If an object has a higher marking than its type, a metric has that marking only if it counts the object', async () => {
    const vip = objectOf({ city: 'Van', reserve: { amount: '1' } }, { id: 'CLM-v', markings: ['pii.high', 'pii.low'] });
    expect((await measure([...claims, vip], { op })).markings).toEqual(['pii.high']);
    const where = [{ at: '/city', equals: 'İzmir' }];
    expect((await measure([...claims, vip], { op, objects: { type: 'Claim', where } })).markings).toEqual(['pii.low']);
  });
});
