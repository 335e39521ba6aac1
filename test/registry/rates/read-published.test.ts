import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPublished } from '../../../registry/rates/read-published.ts';
import { RatesRefused } from '../../../registry/rates/refused.ts';
import type { TcmbRate } from '../../../registry/rates/tcmb.ts';

const sample = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const [daily, history, today] = ['eurofxref-daily.xml', 'eurofxref-hist-90d.xml', 'today.xml'].map(sample);
const read = (text = '', rate?: TcmbRate, days = {}) => readPublished(Buffer.from(text), rate, days);
const day = (published: ReturnType<typeof read>, date = '2026-11-27') => published.days.get(date);

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof RatesRefused) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('A file of the European Central Bank', () => {
  it("The ECB's file of one day says how many units of each currency one euro is worth", () => {
    const published = read(daily);
    expect(published).toMatchObject({ publisher: 'ecb', base: 'EUR', quotes: 'units-per-base' });
    expect(day(published)).toEqual({ USD: '1.1636', JPY: '181.29', GBP: '0.8793', CHF: '0.9415', TRY: '54.8012' });
  });

  it("The ECB's file of many days is read with the newest day first, or only with the wanted days", () => {
    expect([...read(history).days.keys()]).toEqual(['2026-11-27', '2026-11-26', '2026-11-25']);
    const wanted = read(history, undefined, { from: '2026-11-25', to: '2026-11-26' });
    expect([...wanted.days.keys()]).toEqual(['2026-11-26', '2026-11-25']);
  });

  it("A currency that ISO 4217 no longer has is left out of the ECB's file, with the reason", () => {
    expect([...read(history).leftOut]).toEqual([['BGN', 'not a currency of ISO 4217 that has minor units today']]);
  });

  it("If a kind of rate is given for the ECB's file, it is refused: the ECB publishes only one", () => {
    expect(refusal(() => read(daily, 'forex-buying'))).toMatch(/Remove --rate$/);
  });

  it("If the wanted days are not in the ECB's file, it is refused, and the error says which days it has", () => {
    expect(refusal(() => read(history, undefined, { from: '2026-11-28' }))).toMatch(/2026-11-25 to 2026-11-27/);
  });
});

describe('A file of the TCMB', () => {
  it("The TCMB's file says how many lira one unit of each currency is worth, even if the file states the rate for a hundred units", () => {
    const published = read(today);
    expect(published).toMatchObject({ publisher: 'tcmb', base: 'TRY', quotes: 'base-per-unit' });
    expect(day(published)).toEqual({ USD: '47.1862', EUR: '54.9035', JPY: '0.302841', CNY: '6.6994' });
  });

  it.for([
    ['forex-buying', 'USD', '47.1013', 'foreign exchange buying'],
    ['banknote-selling', 'JPY', '0.303991', 'banknote selling'],
    ['banknote-buying', 'EUR', '54.7664', 'banknote buying'],
  ] as const)(
    "The TCMB's file is read with the kind of rate %s, and the table's source names the kind",
    ([rate, currency, value, words]) => {
      const published = read(today, rate);
      expect(day(published)?.[currency]).toBe(value);
      expect(published.source).toBe(`TCMB indicative rates, bulletin 2026/223, ${words}`);
    },
  );

  it('A currency without a rate of the wanted kind is left out: no rate of another kind replaces it', () => {
    const published = read(today, 'banknote-selling');
    expect(day(published)).not.toHaveProperty('CNY');
    expect([...published.leftOut.keys()]).toEqual(['CNY', 'XDR']);
  });

  it("The TCMB's file in the encoding of older years has the same rates", () => {
    const older = (today ?? '').replace('UTF-8', 'ISO-8859-9').replaceAll(/[ĞğİıŞş]/g, 'I');
    expect(day(readPublished(Buffer.from(older, 'latin1'), undefined, {}))).toEqual(day(read(today)));
  });

  it("If the two dates of the TCMB's file differ, it is refused", () => {
    expect(refusal(() => read(today?.replace('11/27/2026', '11/26/2026')))).toMatch(/not the same day/);
    expect(refusal(() => read(today?.replace('27.11', '31.11').replace('11/27', '11/31')))).toMatch(/not a date/);
  });

  it.each(['1000', '10', '1'])(
    'A rate for %s units is converted to a rate for one unit without a change of its digits: only the decimal point moves',
    (unit) => {
      const rate = day(read(today?.replace('<Unit>100<', `<Unit>${unit}<`)))?.['JPY'];
      expect(rate).toBe({ '1000': '0.0302841', '10': '3.02841', '1': '30.2841' }[unit]);
    },
  );
});

describe('A file of rates with an error', () => {
  const swap = (from: string, to: string) => () => read(today?.replace(from, to));

  it.each([
    ['a rate of zero', swap('47.1862', '0.0000'), /rate of USD is not a positive decimal/],
    ['a negative rate', swap('47.1862', '-47.1862'), /rate of USD/],
    ['a rate with an exponent', swap('47.1862', '4e1'), /rate of USD/],
    ['a rate with a decimal comma', swap('47.1862', '47,1862'), /rate of USD/],
    ['a unit of three', swap('<Unit>100<', '<Unit>3<'), /rate of JPY/],
    ['a currency twice', swap('CurrencyCode="EUR"', 'CurrencyCode="USD"'), /USD has two rates on one day/],
    ['a day twice', () => read(history?.replace('2026-11-26', '2026-11-27')), /the file has the day 2026-11-27 twice/],
    ['a day that does not exist', () => read(daily?.replace('2026-11-27', '2026-11-31')), /not a date/],
    ['an unknown format', () => read('<rates><USD>1</USD></rates>'), /root element is rates/],
    ['an envelope without days', () => read('<Envelope><Cube/></Envelope>'), /an unknown format/],
    ['JSON', () => read('{"USD":1}'), /not well-formed XML/],
    ['no content', () => read(' '), /not well-formed XML/],
    ['a missing end', () => read(daily?.slice(0, -20)), /not well-formed XML/],
    ['a document type', () => read(`<!DOCTYPE a [<!ENTITY b "c">]>${today?.slice(40)}`), /document type/],
    ['an undefined entity', swap('47.1862', '&rate;'), /not well-formed XML/],
    [
      'bytes that are not UTF-8',
      () => readPublished(Buffer.from([0x3c, 0x61, 0xff, 0x3e]), undefined, {}),
      /its bytes are not valid utf-8/,
    ],
    [
      'an encoding that no publisher uses',
      swap('UTF-8', 'UTF-7'),
      /the file has the encoding utf-7; allowed are utf-8, /,
    ],
  ])('A file with %s is refused', (_title, act, message) => {
    expect(refusal(act)).toMatch(message);
  });

  it('A file with a hundred thousand nested elements, or over the size limit, is refused without a crash', () => {
    expect(refusal(() => read(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`))).toMatch(/XML|root element is a/);
    expect(refusal(() => readPublished(new Uint8Array(16 * 1024 * 1024 + 1), undefined, {}))).toMatch(
      /more than 16777216/,
    );
  });

  it('The error about a refused file does not quote its values', () => {
    const secret = '4111111111111111';
    expect(refusal(swap('47.1862', secret + 'x'))).not.toContain(secret);
  });
});
