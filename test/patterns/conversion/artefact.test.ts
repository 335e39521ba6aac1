import { describe, expect, it } from 'vitest';
import { rateTable } from '../../../patterns/conversion/artefact.ts';
import { minorUnits } from '../../../patterns/conversion/iso-4217.ts';
import { rates } from '../artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  rateTable.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('a rate table', () => {
  it('is proved as it stands', () => {
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

  it('has its base at 1', () => {
    expect(refusedAt({ ...rates, rates: { TRY: '1.00' } })).toEqual([]);
    expect(refusedAt({ ...rates, rates: { TRY: '2' } })).toEqual(['rates/TRY']);
  });

  it.each(['2026-02-30', 'today'])('is refused as of %s', (asOf) => {
    expect(refusedAt({ ...rates, asOf })).toEqual(['asOf']);
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
  ])('of %s are those of ISO 4217, also where CLDR differs', (code, units) => {
    expect(minorUnits(code)).toBe(units);
  });
});
