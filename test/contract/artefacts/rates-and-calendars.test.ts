import { describe, expect, it } from 'vitest';
import { calendar as calendarFile } from '../../../contract/artefacts/calendar.ts';
import { rateTable } from '../../../contract/artefacts/rate-table.ts';
import { minorUnits } from '../../../contract/values/iso-4217.ts';
import { calendar, rates } from '../../patterns/artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  rateTable.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('A rate table', () => {
  it('The rate table that the tests use is valid', () => {
    expect(refusedAt(rates)).toEqual([]);
  });

  it.each(['0', '0.000', '-1', '1e3', '', '01', 'NaN', '1,5'])('A rate table with the rate %j is refused', (rate) => {
    expect(refusedAt({ ...rates, rates: { EUR: rate } })).toEqual(['rates/EUR']);
  });

  it('A rate table whose rate is a number instead of a string is refused', () => {
    expect(refusedAt({ ...rates, rates: { EUR: 51.25 } })).toEqual(['rates/EUR']);
  });

  it.each(['XAU', 'HRK', 'eur'])('A rate table with the unknown currency %s is refused', (code) => {
    expect(refusedAt({ ...rates, rates: { [code]: '1' } })).toEqual([`rates/${code}`]);
    expect(refusedAt({ ...rates, base: code })).toEqual(['base']);
  });

  it('In a rate table, the rate of the base currency must be 1', () => {
    expect(refusedAt({ ...rates, rates: { TRY: '1.00' } })).toEqual([]);
    expect(refusedAt({ ...rates, rates: { TRY: '2' } })).toEqual(['rates/TRY']);
  });

  it.each(['2026-02-30', 'today'])('A rate table with "%s" as its asOf is refused', (asOf) => {
    expect(refusedAt({ ...rates, asOf })).toEqual(['asOf']);
  });
});

describe('The history of a rate table', () => {
  const day = { EUR: '50.00' };

  it('The rates of each day in the history of a rate table are checked', () => {
    expect(refusedAt({ ...rates, history: { '2026-01-01': day } })).toEqual([]);
    expect(refusedAt({ ...rates, history: { '2026-01-01': { EUR: '0' } } })).toEqual(['history/2026-01-01/EUR']);
    expect(refusedAt({ ...rates, history: { '2026-01-01': { TRY: '2' } } })).toEqual(['history/2026-01-01/TRY']);
    expect(refusedAt({ ...rates, history: { yesterday: day } })).toEqual(['history/yesterday']);
  });

  it('The history of a rate table must not contain the day of asOf', () => {
    expect(refusedAt({ ...rates, history: { [rates.asOf]: day } })).toEqual([`history/${rates.asOf}`]);
  });

  it('A rate table with more than 400 days of history is refused', () => {
    const days = Array.from({ length: 401 }, (_, i) => new Date(86_400_000 * i).toISOString().slice(0, 10));
    expect(refusedAt({ ...rates, history: Object.fromEntries(days.map((one) => [one, day])) })).toEqual(['history']);
  });
});

describe('A calendar', () => {
  const problems = (file: unknown): readonly string[] =>
    calendarFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

  it('The calendar that the tests use is valid', () => {
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
  ])('A calendar with %s is refused', (_title, change, path) => {
    expect(problems({ ...calendar, ...change })).toEqual([path]);
  });
});

describe('Minor units of currencies', () => {
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
  ])('The minor units of %s are those of ISO 4217, even if CLDR has others', (code, units) => {
    expect(minorUnits(code)).toBe(units);
  });
});
