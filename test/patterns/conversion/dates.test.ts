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

describe('a date and a duration', () => {
  const add = (value: unknown, duration: string, overflow: 'reject' | 'constrain' = 'reject') =>
    answer(value, { kind: 'date-add', duration, overflow });

  it.each([
    ['2026-11-27', 'P30D', '2026-12-27'],
    ['2026-11-27', 'P2W', '2026-12-11'],
    ['2026-11-27', '-P1Y1M', '2025-10-27'],
    ['2024-02-29', 'P4Y', '2028-02-29'],
    ['2026-12-31', 'P1D', '2027-01-01'],
  ])('%s and %s are %s', async (value, duration, date) => {
    expect(await add(value, duration)).toEqual({ status: 'dated', date });
  });

  it('If the month lacks the day, the answer says so or takes the last day, as the caller asks', async () => {
    expect(
      await convert({ value: '2026-01-31', target: { kind: 'date-add', duration: 'P1M', overflow: 'reject' } }),
    ).toEqual({
      result: { status: 'no_such_date' },
      exceptions: [{ kind: 'conversion.no_such_date', detail: 'the sum is not a date, or not a time of the zone' }],
    });
    expect(await add('2026-01-31', 'P1M', 'constrain')).toEqual({ status: 'dated', date: '2026-02-28' });
    expect(await add('2024-02-29', 'P1Y', 'reject')).toEqual({ status: 'no_such_date' });
  });

  it.each(['9999-12-31', '9998-12-31'])('beyond the year 9999 give no date: %s', async (value) => {
    expect(await add(value, 'P1Y1D', 'constrain')).toEqual({ status: 'no_such_date' });
    expect(await add(value, 'P999999999D', 'constrain')).toEqual({ status: 'no_such_date' });
  });

  it('agrees with counting days, across months and leap years', async () => {
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

  it('agrees with counting months by hand, whether the last days are cut or refused', async () => {
    const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const daysIn = (year: number, month: number): number => (lengths[month] ?? 0) + (month === 1 && leap(year) ? 1 : 0);
    const two = (n: number): string => String(n).padStart(2, '0');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1890, max: 2110 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: 0, max: 30 }),
        async (year, month, dayOfMonth, years, months) => {
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

  it('have a difference in the requested units', async () => {
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
  ])('refuse %j as a date: no zone is implied, and nothing is coerced', async (value, pointer) => {
    expect(await failureOf(() => add(value, 'P1D'))).toMatchObject({
      code: 'arguments.invalid',
      pointer,
      message: expect.stringMatching(sentence),
    });
  });

  it.each(['P1DT1H', 'PT24H', 'P', 'P1', 'P1.5D'])('refuse the duration %s', async (duration) => {
    expect(await failureOf(() => add('2026-11-27', duration))).toMatchObject({ pointer: '/target/duration' });
  });
});

describe('an instant in a named zone', () => {
  const zone = 'Europe/Berlin';
  const add = (value: string, duration: string, disambiguation: 'reject' | 'earlier' | 'later' = 'reject') =>
    answer(value, { kind: 'instant-add', duration, zone, overflow: 'reject', disambiguation });

  it('distinguishes a day on the clock from 24 hours, over the change to summer time', async () => {
    expect(await add('2026-03-28T12:00:00+01:00', 'P1D')).toEqual({
      status: 'instant',
      at: '2026-03-29T12:00:00+02:00',
      zone,
    });
    expect(await add('2026-03-28T12:00:00+01:00', 'PT24H')).toMatchObject({ at: '2026-03-29T13:00:00+02:00' });
  });

  it('treats a time that the clock skips or repeats as the caller asks', async () => {
    const [skipped, repeated] = ['2026-03-28T02:30:00+01:00', '2026-10-24T02:30:00+02:00'];
    expect(await add(skipped, 'P1D')).toEqual({ status: 'no_such_date' });
    expect(await add(skipped, 'P1D', 'earlier')).toMatchObject({ at: '2026-03-29T01:30:00+01:00' });
    expect(await add(skipped, 'P1D', 'later')).toMatchObject({ at: '2026-03-29T03:30:00+02:00' });
    expect(await add(repeated, 'P1D')).toEqual({ status: 'no_such_date' });
    expect(await add(repeated, 'P1D', 'earlier')).toMatchObject({ at: '2026-10-25T02:30:00+02:00' });
    expect(await add(repeated, 'P1D', 'later')).toMatchObject({ at: '2026-10-25T02:30:00+01:00' });
    // An hour within the repeated hour needs no disambiguation.
    expect(await add('2026-10-25T02:30:00+02:00', 'PT1H')).toMatchObject({ at: '2026-10-25T02:30:00+01:00' });
  });

  it('has a date there, and another date elsewhere', async () => {
    const at = '2026-12-31T22:30:00Z';
    expect(await answer(at, { kind: 'instant-date', zone: 'Europe/Istanbul' })).toEqual({
      status: 'dated',
      date: '2027-01-01',
    });
    expect(await answer(at, { kind: 'instant-date', zone: 'UTC' })).toEqual({ status: 'dated', date: '2026-12-31' });
  });

  it('has a difference to another instant, exact to the nanosecond', async () => {
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
  ])('refuses %s in %s', async (value, named, pointer) => {
    const refused = await failureOf(() => answer(value, { kind: 'instant-date', zone: named }));
    expect(refused).toMatchObject({ code: 'arguments.invalid', pointer });
  });
});

const free = (date: string): boolean =>
  [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) || Object.hasOwn(calendar.holidays, date);
type HalfDays = 'full' | 'half' | 'none';
/** The half business days of a date, counted without the engine. */
const halves = (date: string, halfDays: HalfDays): number =>
  free(date) ? 0 : Object.hasOwn(calendar.halfDays, date) ? { full: 2, half: 1, none: 0 }[halfDays] : 2;

describe('business days', () => {
  const business = { calendar: 'calendar.test', halfDays: 'half' } as const;
  const add = (
    value: string,
    days: number,
    halfDays: HalfDays = 'half',
    direction: 'forward' | 'backward' = 'forward',
  ) => answer(value, { kind: 'business-days-add', days, direction, ...business, halfDays });

  it('are counted over weekends, holidays and half-days of a pinned calendar', async () => {
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
    expect(await add('2026-05-22', 2, 'full')).toMatchObject({ date: '2026-05-26' });
    expect(await add('2026-05-22', 2, 'none')).toMatchObject({ date: '2026-06-01' });
    expect(await add('2026-06-01', 1, 'full', 'backward')).toMatchObject({ date: '2026-05-26' });
  });

  it('between two dates are those after the first, up to and including the second', async () => {
    const between = (value: string, until: string, halfDays: HalfDays = 'half') =>
      answer(value, { kind: 'business-days-between', until, ...business, halfDays });
    expect(await between('2026-05-22', '2026-06-01')).toMatchObject({ status: 'counted', days: '2.5' });
    expect(await between('2026-06-01', '2026-05-22')).toMatchObject({ days: '-2.5' });
    expect(await between('2026-05-22', '2026-05-24')).toMatchObject({ days: '0' });
    expect(await between('2026-05-24', '2026-05-24')).toMatchObject({ days: '0' });
  });

  it('agree with counting day by day, and one operation with the other', async () => {
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
          expect(await add(from, days, halfDays)).toMatchObject({ status: 'due', date });
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
  ] as const)('take the place of a free day: %s %s is %s', async (value, convention, date) => {
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
    'outside the calendar are a typed answer, never a guess: %s and %i %s',
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

  it('need their calendar', async () => {
    const target = { kind: 'business-days-add', days: 1, direction: 'forward', ...business } as const;
    expect((await failureOf(() => convert({ value: '2026-04-01', target }, {}))).code).toBe('ref.unknown');
  });
});
