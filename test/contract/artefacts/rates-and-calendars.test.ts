import { describe, expect, it } from 'vitest';
import { calendar as calendarFile } from '../../../contract/artefacts/calendar.ts';
import { rateTable } from '../../../contract/artefacts/rate-table.ts';
import { minorUnits } from '../../../contract/values/iso-4217.ts';
import { calendar, rates } from '../../patterns/artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  rateTable.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('a rate table', () => {
  it('is valid as the tests use it', () => {
    expect(refusedAt(rates)).toEqual([]);
  });

  it.each(['0', '0.000', '-1', '1e3', '', '01', 'NaN', '1,5'])('is refused with the rate %j', (rate) => {
    expect(refusedAt({ ...rates, rates: { EUR: rate } })).toEqual(['rates/EUR']);
  });

  it('is refused with a rate that is a number', () => {
    expect(refusedAt({ ...rates, rates: { EUR: 51.25 } })).toEqual(['rates/EUR']);
  });

  it.each(['XAU', 'HRK', 'eur'])('is refused with the currency %s', (code) => {
    expect(refusedAt({ ...rates, rates: { [code]: '1' } })).toEqual([`rates/${code}`]);
    expect(refusedAt({ ...rates, base: code })).toEqual(['base']);
  });

  it('has the rate 1 for its base', () => {
    expect(refusedAt({ ...rates, rates: { TRY: '1.00' } })).toEqual([]);
    expect(refusedAt({ ...rates, rates: { TRY: '2' } })).toEqual(['rates/TRY']);
  });

  it.each(['2026-02-30', 'today'])('is refused as of %s', (asOf) => {
    expect(refusedAt({ ...rates, asOf })).toEqual(['asOf']);
  });
});

describe('a rate table of several days', () => {
  const day = { EUR: '50.00' };

  it('is checked day by day', () => {
    expect(refusedAt({ ...rates, history: { '2026-01-01': day } })).toEqual([]);
    expect(refusedAt({ ...rates, history: { '2026-01-01': { EUR: '0' } } })).toEqual(['history/2026-01-01/EUR']);
    expect(refusedAt({ ...rates, history: { '2026-01-01': { TRY: '2' } } })).toEqual(['history/2026-01-01/TRY']);
    expect(refusedAt({ ...rates, history: { yesterday: day } })).toEqual(['history/yesterday']);
  });

  it('must not repeat the day of asOf', () => {
    expect(refusedAt({ ...rates, history: { [rates.asOf]: day } })).toEqual([`history/${rates.asOf}`]);
  });

  it('has at most 400 more days', () => {
    const days = Array.from({ length: 401 }, (_, i) => new Date(86_400_000 * i).toISOString().slice(0, 10));
    expect(refusedAt({ ...rates, history: Object.fromEntries(days.map((one) => [one, day])) })).toEqual(['history']);
  });
});

describe('a calendar', () => {
  const problems = (file: unknown): readonly string[] =>
    calendarFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

  it('is valid as the tests use it', () => {
    expect(problems(calendar)).toEqual([]);
  });

  it.each([
    ['a holiday outside its range', { holidays: { '2026-07-01': 'A day' } }, 'holidays/2026-07-01'],
    ['a half-day outside its range', { halfDays: { '2026-02-28': 'A day' } }, 'halfDays/2026-02-28'],
    ['a half-day that is a holiday', { halfDays: { '2026-04-23': 'A day' } }, 'halfDays/2026-04-23'],
    ['a day that does not exist', { holidays: { '2026-04-31': 'A day' } }, 'holidays/2026-04-31'],
    ['an end before its beginning', { validTo: '2026-02-28', holidays: {}, halfDays: {} }, 'validTo'],
    ['a range of over 20 years', { validTo: '2047-01-01' }, 'validTo'],
    [
      'a week without a business day',
      { weekend: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
      'weekend',
    ],
    ['a weekday of another language', { weekend: ['pazar'] }, 'weekend/0'],
  ])('is refused with %s', (_title, change, path) => {
    expect(problems({ ...calendar, ...change })).toEqual([path]);
  });
});

describe('minor units', () => {
  it.each([
    ['TRY', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['IQD', 3],
    ['HUF', 2],
    ['ISK', 0],
    ['XAD', 2],
    ['BGN', undefined],
    ['XAU', undefined],
    ['toString', undefined],
  ])('For %s, they are those of ISO 4217, also if CLDR differs', (code, units) => {
    expect(minorUnits(code)).toBe(units);
  });
});
