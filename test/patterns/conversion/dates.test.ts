import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../../patterns/conversion/schema.ts';
import { calendar } from '../artefacts.ts';
import { failureOf, sentence } from '../failures.ts';
import { convert } from './convert.ts';

type Target = Request['target'];
const answer = async (value: unknown, target: Target) => (await convert({ value, target })).result;
const text = (date: Date): string => date.toISOString().slice(0, 10);
const day = (date: string, days: number): string => text(new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000));

describe('A date and a duration', () => {
  const add = (value: unknown, duration: string, overflow: 'reject' | 'constrain' = 'reject') =>
    answer(value, { kind: 'date-add', duration, overflow });

  it.each([
    ['2026-11-27', 'P30D', '2026-12-27'],
    ['2026-11-27', 'P2W', '2026-12-11'],
    ['2026-11-27', '-P1Y1M', '2025-10-27'],
    ['2024-02-29', 'P4Y', '2028-02-29'],
    ['2026-12-31', 'P1D', '2027-01-01'],
  ])('The date %s plus the duration %s is %s', async (value, duration, date) => {
    expect(await add(value, duration)).toEqual({ status: 'dated', date });
  });

  it('If the month of the sum lacks the day, the answer is no_such_date or the last day, as the caller asks', async () => {
    expect(
      await convert({ value: '2026-01-31', target: { kind: 'date-add', duration: 'P1M', overflow: 'reject' } }),
    ).toEqual({
      result: { status: 'no_such_date' },
      exceptions: [
        {
          kind: 'conversion.no_such_date',
          detail: 'the result is not a date from the year 0000 to 9999, or is not a valid time in the zone',
        },
      ],
    });
    expect(await add('2026-01-31', 'P1M', 'constrain')).toEqual({ status: 'dated', date: '2026-02-28' });
    expect(await add('2024-02-29', 'P1Y', 'reject')).toEqual({ status: 'no_such_date' });
  });

  it.each(['9999-12-31', '9998-12-31'])(
    'If a sum is after the year 9999, the answer is no_such_date: %s plus a year and a day',
    async (value) => {
      expect(await add(value, 'P1Y1D', 'constrain')).toEqual({ status: 'no_such_date' });
      expect(await add(value, 'P999999999D', 'constrain')).toEqual({ status: 'no_such_date' });
    },
  );

  it('For any date and number of days, date-add and date-difference agree with counting days', async () => {
    const days = fc.integer({ min: -50_000, max: 50_000 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40_000 }), days, async (start, days) => {
        const [from, to] = [day('1950-01-01', start), day('1950-01-01', start + days)];
        const duration = `${days < 0 ? '-' : ''}P${Math.abs(days)}D`;
        expect(await add(from, duration)).toEqual({ status: 'dated', date: to });
        const difference = await answer(from, { kind: 'date-difference', until: to, largestUnit: 'day' });
        expect(difference).toEqual({ status: 'elapsed', duration: days === 0 ? 'PT0S' : duration });
      }),
      { numRuns: 300 },
    );
  });

  it('For any date and duration of years and months, date-add agrees with counting months by hand', async () => {
    const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const daysIn = (year: number, month: number): number => (lengths[month] ?? 0) + (month === 1 && leap(year) ? 1 : 0);
    const two = (n: number): string => String(n).padStart(2, '0');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          year: fc.integer({ min: 1890, max: 2110 }),
          month: fc.integer({ min: 0, max: 11 }),
          dayOfMonth: fc.integer({ min: 1, max: 31 }),
          years: fc.integer({ min: -5, max: 5 }),
          months: fc.integer({ min: 0, max: 30 }),
        }),
        async ({ year, month, dayOfMonth, years, months }) => {
          const from = Math.min(dayOfMonth, daysIn(year, month));
          const sign = years < 0 ? -1 : 1;
          const total = year * 12 + month + sign * (Math.abs(years) * 12 + months);
          const [toYear, toMonth] = [Math.floor(total / 12), total % 12];
          const last = daysIn(toYear, toMonth);
          const value = `${year}-${two(month + 1)}-${two(from)}`;
          const duration = `${sign < 0 ? '-' : ''}P${Math.abs(years)}Y${months}M`;
          const date = `${toYear}-${two(toMonth + 1)}-${two(Math.min(from, last))}`;
          expect(await add(value, duration, 'constrain')).toEqual({ status: 'dated', date });
          const refused = { status: 'no_such_date' };
          expect(await add(value, duration, 'reject')).toEqual(from > last ? refused : { status: 'dated', date });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('The difference of two dates is given in the largest unit that the caller asks for', async () => {
    const until = '2027-01-05';
    const of = (largestUnit: 'year' | 'month' | 'week' | 'day') =>
      answer('2025-11-27', { kind: 'date-difference', until, largestUnit });
    expect(await Promise.all([of('year'), of('month'), of('week'), of('day')])).toEqual(
      ['P1Y1M9D', 'P13M9D', 'P57W5D', 'P404D'].map((duration) => ({ status: 'elapsed', duration })),
    );
  });

  it.each([
    ['2026-02-30', '/value'],
    ['2026-2-3', '/value'],
    ['2026-11-27T00:00:00Z', '/value'],
    [20261127, '/value'],
    [null, '/value'],
  ])(
    'A conversion with date-add refuses the date %j, because it implies no zone and coerces no value',
    async (value, pointer) => {
      expect(await failureOf(() => add(value, 'P1D'))).toMatchObject({
        code: 'arguments.invalid',
        pointer,
        message: expect.stringMatching(sentence),
      });
    },
  );

  it.each(['P1DT1H', 'PT24H', 'P', 'P1', 'P1.5D'])(
    'A conversion with date-add refuses the duration %s, because it is malformed or has a time',
    async (duration) => {
      expect(await failureOf(() => add('2026-11-27', duration))).toMatchObject({ pointer: '/target/duration' });
    },
  );
});

describe('An instant in a named zone', () => {
  const zone = 'Europe/Berlin';
  const add = (value: string, duration: string, disambiguation: 'reject' | 'earlier' | 'later' = 'reject') =>
    answer(value, { kind: 'instant-add', duration, zone, overflow: 'reject', disambiguation });

  it('When summer time begins, an instant plus one day keeps its clock time, and an instant plus 24 hours does not', async () => {
    expect(await add('2026-03-28T12:00:00+01:00', 'P1D')).toEqual({
      status: 'instant',
      at: '2026-03-29T12:00:00+02:00',
      zone,
    });
    expect(await add('2026-03-28T12:00:00+01:00', 'PT24H')).toMatchObject({ at: '2026-03-29T13:00:00+02:00' });
  });

  it('A clock time that the zone skips or repeats is rejected, or resolved to the earlier or later instant, as the caller asks', async () => {
    const [skipped, repeated] = ['2026-03-28T02:30:00+01:00', '2026-10-24T02:30:00+02:00'];
    expect(await add(skipped, 'P1D')).toEqual({ status: 'no_such_date' });
    expect(await add(skipped, 'P1D', 'earlier')).toMatchObject({ at: '2026-03-29T01:30:00+01:00' });
    expect(await add(skipped, 'P1D', 'later')).toMatchObject({ at: '2026-03-29T03:30:00+02:00' });
    expect(await add(repeated, 'P1D')).toEqual({ status: 'no_such_date' });
    expect(await add(repeated, 'P1D', 'earlier')).toMatchObject({ at: '2026-10-25T02:30:00+02:00' });
    expect(await add(repeated, 'P1D', 'later')).toMatchObject({ at: '2026-10-25T02:30:00+01:00' });
    // This sum is an exact instant within the repeated hour, so it needs no disambiguation.
    expect(await add('2026-10-25T02:30:00+02:00', 'PT1H')).toMatchObject({ at: '2026-10-25T02:30:00+01:00' });
  });

  it('One instant has different dates in zones with different offsets', async () => {
    const at = '2026-12-31T22:30:00Z';
    expect(await answer(at, { kind: 'instant-date', zone: 'Europe/Istanbul' })).toEqual({
      status: 'dated',
      date: '2027-01-01',
    });
    expect(await answer(at, { kind: 'instant-date', zone: 'UTC' })).toEqual({ status: 'dated', date: '2026-12-31' });
  });

  it('The difference of two instants is exact to the nanosecond, in days or hours of the named zone', async () => {
    const [from, until] = ['2026-03-28T12:00:00+01:00', '2026-03-29T12:00:00.000000001+02:00'];
    const of = (largestUnit: 'day' | 'hour') => answer(from, { kind: 'instant-difference', until, zone, largestUnit });
    expect(await of('day')).toEqual({ status: 'elapsed', duration: 'P1DT0.000000001S' });
    expect(await of('hour')).toEqual({ status: 'elapsed', duration: 'PT23H0.000000001S' });
  });

  it.each([
    ['2026-11-27T09:00:00', 'UTC', '/value'],
    ['2026-11-27', 'UTC', '/value'],
    ['2026-06-30T23:59:60Z', 'UTC', '/value'],
    ['2026-02-30T09:00:00Z', 'UTC', '/value'],
    ['2026-11-27T09:00:00Z', 'Europe/Ankara', '/target/zone'],
  ])(
    'A conversion with instant-date refuses the instant %s in the zone %s, because the instant or the zone is invalid',
    async (value, named, pointer) => {
      const refused = await failureOf(() => answer(value, { kind: 'instant-date', zone: named }));
      expect(refused).toMatchObject({ code: 'arguments.invalid', pointer });
    },
  );
});

const free = (date: string): boolean =>
  [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) || Object.hasOwn(calendar.holidays, date);
type HalfDays = 'full' | 'half' | 'none';
/** Returns how many half business days a date counts as. Does not use the engine. */
const halves = (date: string, halfDays: HalfDays): number =>
  free(date) ? 0 : Object.hasOwn(calendar.halfDays, date) ? { full: 2, half: 1, none: 0 }[halfDays] : 2;

describe('Business days', () => {
  const business = { calendar: 'calendar.test', halfDays: 'half' } as const;
  const add = (
    value: string,
    days: number,
    {
      halfDays = 'half',
      direction = 'forward',
    }: { readonly halfDays?: HalfDays; readonly direction?: 'forward' | 'backward' } = {},
  ) => answer(value, { kind: 'business-days-add', days, direction, ...business, halfDays });

  it('Business days skip weekends and holidays of the pinned calendar, and count half-days as the caller asks', async () => {
    expect(await add('2026-05-22', 2)).toEqual({
      status: 'due',
      date: '2026-06-01',
      calendar: 'calendar.test@1.0.0',
      noted: [
        { date: '2026-05-26', name: 'Eve', counted: '0.5' },
        { date: '2026-05-27', name: 'First', counted: '0' },
        { date: '2026-05-28', name: 'Second', counted: '0' },
        { date: '2026-05-29', name: 'Third', counted: '0' },
      ],
    });
    expect(await add('2026-05-22', 2, { halfDays: 'full' })).toMatchObject({ date: '2026-05-26' });
    expect(await add('2026-05-22', 2, { halfDays: 'none' })).toMatchObject({ date: '2026-06-01' });
    expect(await add('2026-06-01', 1, { halfDays: 'full', direction: 'backward' })).toMatchObject({
      date: '2026-05-26',
    });
  });

  it('The business days between two dates are those after the first date, up to and including the second', async () => {
    const between = (value: string, until: string, halfDays: HalfDays = 'half') =>
      answer(value, { kind: 'business-days-between', until, ...business, halfDays });
    expect(await between('2026-05-22', '2026-06-01')).toMatchObject({ status: 'counted', days: '2.5' });
    expect(await between('2026-06-01', '2026-05-22')).toMatchObject({ days: '-2.5' });
    expect(await between('2026-05-22', '2026-05-24')).toMatchObject({ days: '0' });
    expect(await between('2026-05-24', '2026-05-24')).toMatchObject({ days: '0' });
  });

  it('For any date, business-days-add and business-days-between agree with counting day by day', async () => {
    const within = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        within,
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom<HalfDays>('full', 'half', 'none'),
        async (start, days, halfDays) => {
          const from = day('2026-03-02', start);
          let [date, left] = [from, 2 * days];
          while (left > 0) {
            date = day(date, 1);
            left -= halves(date, halfDays);
          }
          expect(await add(from, days, { halfDays })).toMatchObject({ status: 'due', date });
          const counted = await answer(from, { kind: 'business-days-between', until: date, ...business, halfDays });
          expect(counted).toMatchObject({ days: left < 0 ? `${days}.5` : `${days}` });
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['2026-04-23', 'following', '2026-04-24'],
    ['2026-04-23', 'preceding', '2026-04-22'],
    ['2026-04-24', 'following', '2026-04-24'],
    ['2026-05-30', 'following', '2026-06-01'],
    ['2026-05-30', 'modified-following', '2026-05-26'],
  ] as const)('The date %s is moved with the convention %s to %s', async (value, convention, date) => {
    const target = { kind: 'business-day-roll', convention, calendar: 'calendar.test', halfDays: 'full' } as const;
    expect(await answer(value, target)).toMatchObject({ status: 'due', date });
  });

  it.for([
    ['2026-06-30', 1, 'forward', '2026-07-01'],
    ['2026-03-02', 1, 'backward', '2026-02-28'],
    ['2026-02-28', 1, 'forward', '2026-02-28'],
    ['2030-01-01', 1, 'backward', '2030-01-01'],
    ['2026-06-15', 1000, 'forward', '2026-07-01'],
  ] as const)(
    'If business days leave the calendar, the answer is calendar_out_of_range: %s and %i days %s',
    async ([value, days, direction, date]) => {
      const target = { kind: 'business-days-add', days, direction, ...business } as const;
      expect(await convert({ value, target })).toEqual({
        result: {
          status: 'calendar_out_of_range',
          date,
          calendar: 'calendar.test@1.0.0',
          validFrom: '2026-03-01',
          validTo: '2026-06-30',
        },
        exceptions: [
          {
            kind: 'conversion.calendar_out_of_range',
            detail: 'calendar.test@1.0.0 covers the days from 2026-03-01 to 2026-06-30',
          },
        ],
      });
    },
  );

  it('Business days without their calendar are refused with ref.unknown', async () => {
    const target = { kind: 'business-days-add', days: 1, direction: 'forward', ...business } as const;
    expect((await failureOf(() => convert({ value: '2026-04-01', target }, {}))).code).toBe('ref.unknown');
  });
});
