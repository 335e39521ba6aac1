import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { xlsxOf } from '../../support/documents/office.ts';
import { byLabel, located, tabled, valueFrom } from './located.ts';

const type = { kind: 'money' as const, currencies: ['TRY', 'EUR', 'GBP'], currency: 'TRY' };
const find = [byLabel('Genel toplam')];
const lira = { amount: '1150.00', currency: 'TRY' };
const euro = { amount: '1150.00', currency: 'EUR' };
const total = (text: Parameters<typeof valueFrom>[0], finders: readonly Finder[] = find) =>
  valueFrom(text, { type, find: finders });
const table: Finder = { by: 'table', column: ['Tutar', 'Tutar (EUR)'], row: ['Genel toplam'] };
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('The currency of an amount', () => {
  it.each([
    ['that names no currency has the default currency', 'Genel toplam: 1.150,00\n', lira],
    ['that names only the default currency has that currency', 'Para birimi: TL.\nGenel toplam: 1.150,00\n', lira],
    ['with another currency in brackets behind its label has that currency', 'Genel toplam (EUR): 1.150,00\n', euro],
    ['with another currency between its label and the amount has that currency', 'Genel toplam\tEUR\t1.150,00\n', euro],
    ['with another currency in the next column has that currency', 'Genel toplam\t1.150,00\tEUR\n', euro],
    [
      'with a separate line that declares another currency has that currency',
      'Para birimi\tEUR\nGenel toplam: 1.150,00\n',
      euro,
    ],
    ['with another currency in a sentence is malformed', 'Kur 50,00 EUR\nGenel toplam: 1.150\n', 'malformed'],
    ['with the sign of an undeclared currency is malformed', 'Ref. ₽ 12\nGenel toplam: 1.150\n', 'malformed'],
    ['with the code of an undeclared currency is malformed', 'Genel toplam (CHF): 1.150,00\n', 'malformed'],
    [
      'with two lines that declare different currencies is malformed',
      'Para birimi: EUR\nCurrency: GBP\nGenel toplam: 1.150\n',
      'malformed',
    ],
    [
      'with a declared currency and another one beside the amount has the one beside it',
      'Para birimi: EUR\nGenel toplam: 1.150,00 TL\n',
      lira,
    ],
    [
      'with capital letters that are not a currency code has the default currency',
      'ALL RIGHTS RESERVED\nGenel toplam: 1.150\n',
      lira,
    ],
  ])('The currency of an amount depends on the whole document: an amount in a document %s', async (_, text, value) =>
    expect(await total(text)).toEqual(value),
  );

  it.each([
    [
      'the header of the column',
      [
        ['', 'Tutar (EUR)'],
        ['Genel toplam', '1.150,00'],
      ],
    ],
    [
      'a cell of the row',
      [
        ['', 'Tutar', ''],
        ['Genel toplam', '1.150,00', 'EUR'],
      ],
    ],
    [
      'the first row of a column of currencies',
      [
        ['Kalem', 'Currency', 'Tutar'],
        ['Tampon', 'EUR', '1.150,00'],
        ['Genel toplam', '', '1.150,00'],
      ],
    ],
    [
      'a separate row',
      [
        ['Para birimi', 'EUR'],
        ['Kalem', 'Tutar'],
        ['Genel toplam', '1.150,00'],
      ],
    ],
  ])('In a table, the currency of an amount is read from %s', async (_, rows) => {
    expect(await total(tabled(rows), [table])).toEqual(euro);
    expect(await total(tabled(rows))).toEqual(euro);
  });

  it('If the header and the row name two different currencies, the amount is malformed', async () => {
    const rows = [
      ['Kalem', 'Tutar (EUR)', ''],
      ['Genel toplam', '1.150,00', 'TL'],
    ];
    expect(await total(tabled(rows), [table])).toBe('malformed');
  });

  it('In JSON, the currency of an amount is read from the object that contains the amount', async () => {
    const text = '{"total": 1150.5, "unit": "EUR", "rate": {"of": "TRY"}}';
    const span = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
    const pointers = { '/total': span('1150.5'), '/unit': span('EUR'), '/rate/of': span('TRY') };
    const json = located(text, { mediaType: 'application/json', pointers });
    expect(await total(json, [{ by: 'pointer', pointer: '/total' }])).toEqual({ amount: '1150.50', currency: 'EUR' });
  });

  it.each([
    ['#,##0.00 [$EUR]', 'EUR', '1150 EUR'],
    ['[$€-407] #,##0.00', 'EUR', '1150 €'],
    ['#,##0.00 &quot;TL&quot;', 'TRY', '1150 TL'],
    ['#,##0.00\\ \\E\\U\\R', 'EUR', '1150 EUR'],
    ['[$-41F]#,##0.00', 'TRY', '1150'],
    ['0.00', 'TRY', '1150'],
  ])('In a workbook with the number format %s, the currency of an amount is %s', async (format, currency, written) => {
    const bytes = xlsxOf(
      'Fatura',
      [
        ['', 'Tutar'],
        ['Genel toplam', { number: '1150', style: 2 }],
      ],
      format,
    );
    const { text } = await locateSource(bytes, sha256OfBytes(bytes), sheet);
    expect(text.text).toContain(`Genel toplam\t${written}\n`);
    expect(await total(text, [table])).toEqual({ amount: '1150.00', currency });
  });
});

describe('The minor units of a currency', () => {
  const yen = { kind: 'money' as const, currencies: ['JPY', 'KWD'] };
  it.each([
    ['1.150 JPY', { amount: '1150', currency: 'JPY' }],
    ['1150,00 JPY', 'malformed'],
    ['1,150 KWD', { amount: '1.150', currency: 'KWD' }],
    ['1150 KWD', { amount: '1150.000', currency: 'KWD' }],
  ])('By the minor units of its currency, the amount %s is read as %j', async (text, value) =>
    expect(await valueFrom(`Genel toplam: ${text}\n`, { type: yen, find, notations: ['tr-TR'] })).toEqual(value),
  );

  it('In the notation `plain`, an amount may omit zeros at its end; in the notation tr-TR, an amount without them is malformed', async () => {
    const machine = { type, find, notations: ['plain' as const] };
    expect(await valueFrom('Genel toplam: 1150.5', machine)).toEqual({ amount: '1150.50', currency: 'TRY' });
    expect(await total('Genel toplam: 1.150,5')).toBe('malformed');
  });
});
