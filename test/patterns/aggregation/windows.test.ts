import { describe, expect, it } from 'vitest';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { measure, objectOf, valuesOf } from './measured.ts';

const zone = 'Europe/Istanbul';
/** This instant is 13:00 in Istanbul. */
const call = factsOf({ atMillis: Date.parse('2026-02-03T10:00:00.000Z') });
const dates = ['2025-02-02', '2025-02-03', '2025-02-04', '2026-01-01', '2026-02-03', '2026-02-04'];
const claims = dates.map((lossDate, i) => objectOf({ cause: lossDate, lossDate }, { id: `CLM-${i}` }));

const within = async (all: typeof claims, window: unknown) => {
  const found = await valuesOf(all, { op: { kind: 'count' }, window, groupBy: ['/cause'] }, { call });
  return Object.keys(found);
};

describe('A window', () => {
  it('A rolling window ends at the time of the call, and includes each day that begins in the window, in the named zone', async () => {
    const window = { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone } as const;
    expect(await within(claims, window)).toEqual(['2025-02-04', '2026-01-01', '2026-02-03']);
    const { result, pins } = await measure(claims, { op: { kind: 'count' }, window }, { call });
    expect(result.window).toEqual({ from: '2025-02-03T10:00:00Z', to: '2026-02-03T10:00:00Z' });
    expect(pins?.['window']).toBe('2025-02-03T10:00:00Z/2026-02-03T10:00:00Z');
  });

  it('An absolute window includes the moment at which it begins and excludes the moment at which it ends', async () => {
    const window = { kind: 'absolute', at: '/lossDate', from: '2025-02-03', to: '2026-02-03', zone } as const;
    expect(await within(claims, window)).toEqual(['2025-02-03', '2025-02-04', '2026-01-01']);
    const { result } = await measure(claims, { op: { kind: 'count' }, window });
    expect(result.window).toEqual({ from: '2025-02-02T21:00:00Z', to: '2026-02-02T21:00:00Z' });
  });

  it('A window compares instants to the millisecond, whatever their offsets are', async () => {
    const times = [
      '2026-02-02T20:59:59.999Z',
      '2026-02-03T00:00:00+03:00',
      '2026-02-03T23:59:59.999999+03:00',
      '2026-02-04T00:00:00+03:00',
    ];
    const all = times.map((reportedAt, i) => objectOf({ cause: `${i}`, reportedAt }, { id: `CLM-${i}` }));
    const window = { kind: 'absolute', at: '/reportedAt', from: '2026-02-03', to: '2026-02-04', zone } as const;
    expect(await within(all, window)).toEqual(['1', '2']);
  });

  it('A window of the kind `asOf` contains each object whose period began by that day and had not ended by then', async () => {
    const all = [
      objectOf({ cause: 'runs', lossDate: '2026-01-01' }, { id: '1' }),
      objectOf({ cause: 'ended that day', lossDate: '2026-01-01', closedOn: '2026-02-03' }, { id: '2' }),
      objectOf({ cause: 'ends after', lossDate: '2026-02-03', closedOn: '2026-02-04' }, { id: '3' }),
      objectOf({ cause: 'begins after', lossDate: '2026-02-04' }, { id: '4' }),
      objectOf({ cause: 'never began' }, { id: '5' }),
    ];
    const window = { kind: 'asOf', on: '2026-02-03', since: '/lossDate', until: '/closedOn', zone } as const;
    expect(await within(all, window)).toEqual(['ends after', 'runs']);
    const { result } = await measure(all, { op: { kind: 'count' }, window });
    expect(result.window).toEqual({ to: '2026-02-02T21:00:00Z' });
  });

  it("An object without the window's member is left out, and an object whose member is not a date makes the call fail with object.invalid", async () => {
    const window = { kind: 'rolling', at: '/lossDate', last: 'P10Y', zone } as const;
    expect(await within([objectOf({ cause: 'a' })], window)).toEqual([]);
    expect(await failureOf(() => within([objectOf({ cause: 'a', lossDate: '2026-02-30' })], window))).toMatchObject({
      code: 'object.invalid',
    });
  });

  it.each([
    [
      '/window',
      'must not be empty, but it begins and ends at the same instant',
      { kind: 'absolute', at: '/lossDate', from: '2026-02-03', to: '2026-02-03', zone },
    ],
    [
      '/window',
      'must end after it begins',
      { kind: 'absolute', at: '/lossDate', from: '2026-02-04', to: '2026-02-03', zone },
    ],
    [
      '/window/from',
      'must be a date or an instant that exists, such as 2026-11-27',
      { kind: 'absolute', at: '/lossDate', from: '2026-02-30', to: '2026-03-03', zone },
    ],
    [
      '/window/zone',
      'must be a name of the IANA time zone database, such as Europe/Istanbul',
      { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Atlantis' },
    ],
    [
      '/window/last',
      'must be a duration such as P30D that can be subtracted from now',
      { kind: 'rolling', at: '/lossDate', last: 'P1H', zone },
    ],
    [
      '/window',
      'must not be empty, but it begins and ends at the same instant',
      { kind: 'rolling', at: '/lossDate', last: 'P0D', zone },
    ],
    [
      '/window/zone',
      'must be a name of the IANA time zone database, such as Europe/Istanbul',
      { kind: 'asOf', on: '2026-02-03', since: '/lossDate', zone: 'Europe/Atlantis' },
    ],
    [
      '/window/on',
      'must be a date or an instant that exists, such as 2026-11-27',
      { kind: 'asOf', on: '2026-13-01', since: '/lossDate', zone },
    ],
  ] as const)('A malformed window is refused at %s with the message that it %s', async (pointer, what, window) => {
    const message = `${pointer}: ${what}`;
    expect(await failureOf(() => within(claims, window))).toMatchObject({
      code: 'arguments.invalid',
      pointer,
      message,
    });
  });
});

describe('A rate', () => {
  const rate = { kind: 'rate', per: 'P1D', rounding: { scale: 4, mode: 'half-up' } } as const;

  it('A rate divides by the length of the resolved window', async () => {
    const window = { kind: 'absolute', at: '/lossDate', from: '2026-02-01', to: '2026-02-08', zone } as const;
    expect(await valuesOf(claims, { op: rate, window })).toEqual({ '': '0.2857' });
    expect(await valuesOf(claims, { op: { ...rate, per: 'P7D' }, window })).toEqual({ '': '2.0000' });
  });

  it('A rate over a window without a fixed length is refused at /window', async () => {
    expect(await failureOf(() => valuesOf(claims, { op: rate }))).toMatchObject({ pointer: '/window' });
  });

  it.each(['PT0S', 'PD1'])(
    'A rate per %s is refused at /op/per, because that is not a positive duration',
    async (per) => {
      const window = { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone } as const;
      expect(await failureOf(() => valuesOf(claims, { op: { ...rate, per }, window }, { call }))).toMatchObject({
        pointer: '/op/per',
      });
    },
  );
});

describe('A condition', () => {
  const all = [
    objectOf(
      { cause: 'a', passengers: 9, open: true, reserve: { amount: '1.0' }, lossDate: '2026-01-09' },
      { id: '1' },
    ),
    objectOf(
      { cause: 'b', passengers: 10, open: false, reserve: { amount: '1.00' }, lossDate: '2026-01-10' },
      { id: '2' },
    ),
    objectOf({ cause: 'c', passengers: 11, reserve: { amount: '10' }, lossDate: '2026-01-11' }, { id: '3' }),
  ];
  const found = async (...where: readonly unknown[]) =>
    Object.keys(
      await valuesOf(all, { objects: { type: 'Claim', where }, op: { kind: 'count' }, groupBy: ['/cause'] }),
    ).join('');

  it.each([
    ['a text that is equal', { at: '/cause', equals: 'b' }, 'b'],
    ['a decimal that is equal in value', { at: '/reserve/amount', equals: '1.000' }, 'ab'],
    ['a list of values', { at: '/passengers', in: [9, 11] }, 'ac'],
    ['the value false, which differs from a missing member', { at: '/open', equals: false }, 'b'],
    ['a range of whole numbers', { at: '/passengers', range: { above: '9', atMost: '10' } }, 'b'],
    ['a range of decimals', { at: '/reserve/amount', range: { atLeast: '2' } }, 'c'],
    ['a range of dates', { at: '/lossDate', range: { below: '2026-01-10' } }, 'a'],
  ] as const)('A condition can select objects by %s', async (_, condition, causes) => {
    expect(await found(condition)).toBe(causes);
  });

  it('A range condition accepts every safe integer as its edge, and refuses a larger one', async () => {
    const [least, most] = [-(2 ** 53) + 1, 2 ** 53 - 1];
    const ends = [least, most].map((passengers, i) => objectOf({ passengers }, { id: `${i}` }));
    const counted = (range: object) =>
      valuesOf(ends, { objects: { type: 'Claim', where: [{ at: '/passengers', range }] }, op: { kind: 'count' } });
    expect(await counted({ atLeast: String(most) })).toEqual({ '': '1' });
    expect(await counted({ above: String(least), atMost: String(most) })).toEqual({ '': '1' });
    expect(await counted({ below: String(least) })).toEqual({ '': '0' });
    expect(await failureOf(() => counted({ above: String(2 ** 53) }))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/objects/where/0/range/above',
    });
  });

  it('If a call has two conditions, it selects the objects for which both hold', async () => {
    expect(await found({ at: '/reserve/amount', equals: '1' }, { at: '/open', equals: true })).toBe('a');
  });

  it.each([
    ['/objects/where/0/equals', { at: '/passengers', equals: '9.5' }],
    ['/objects/where/0/in/1', { at: '/cause', in: ['a', 1] }],
    ['/objects/where/0/range/below', { at: '/lossDate', range: { below: '2026-02-30' } }],
  ] as const)(
    'A condition is refused at %s if the value there does not have the kind of the member',
    async (pointer, condition) => {
      expect(await failureOf(() => found(condition))).toMatchObject({
        code: 'arguments.invalid',
        pointer,
      });
    },
  );
});
