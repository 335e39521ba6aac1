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

describe('the default currency is that of a document that names no other', () => {
  it.each([
    ['a document that names none', 'Genel toplam: 1.150,00\n', lira],
    ['a document that names the default', 'Para birimi: TL.\nGenel toplam: 1.150,00\n', lira],
    ['another in the brackets of the label', 'Genel toplam (EUR): 1.150,00\n', euro],
    ['another on the line of the label', 'Genel toplam\tEUR\t1.150,00\n', euro],
    ['another behind the amount, in a column of its own', 'Genel toplam\t1.150,00\tEUR\n', euro],
    ['another that a line of its own declares', 'Para birimi\tEUR\nGenel toplam: 1.150,00\n', euro],
    [
      'another that a sentence names: which one is meant cannot be told',
      'Kur 50,00 EUR\nGenel toplam: 1.150\n',
      'malformed',
    ],
    ['a sign of a currency that nothing declares', 'Ref. ₽ 12\nGenel toplam: 1.150\n', 'malformed'],
    ['a code of a currency that nothing declares', 'Genel toplam (CHF): 1.150,00\n', 'malformed'],
    ['two declared ones', 'Para birimi: EUR\nCurrency: GBP\nGenel toplam: 1.150\n', 'malformed'],
    ['one beside it that is not the declared one', 'Para birimi: EUR\nGenel toplam: 1.150,00 TL\n', lira],
    ['capitals of no currency', 'ALL RIGHTS RESERVED\nGenel toplam: 1.150\n', lira],
  ])('%s', async (_, text, value) => expect(await total(text)).toEqual(value));

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
      'a column of currencies',
      [
        ['Kalem', 'Currency', 'Tutar'],
        ['Tampon', 'EUR', '1.150,00'],
        ['Genel toplam', '', '1.150,00'],
      ],
    ],
    [
      'a row of its own',
      [
        ['Para birimi', 'EUR'],
        ['Kalem', 'Tutar'],
        ['Genel toplam', '1.150,00'],
      ],
    ],
  ])('in a table it is read from %s', async (_, rows) => {
    expect(await total(tabled(rows), [table])).toEqual(euro);
    expect(await total(tabled(rows))).toEqual(euro);
  });

  it('a row that names two is read as neither', async () => {
    const rows = [
      ['Kalem', 'Tutar (EUR)', ''],
      ['Genel toplam', '1.150,00', 'TL'],
    ];
    expect(await total(tabled(rows), [table])).toBe('malformed');
  });

  it('in JSON it is read from the object of the amount', async () => {
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
  ])('in a workbook it is read from the number format %s', async (format, currency, written) => {
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

describe('an amount is in the minor units of its currency', () => {
  const yen = { kind: 'money' as const, currencies: ['JPY', 'KWD'] };
  it.each([
    ['1.150 JPY', { amount: '1150', currency: 'JPY' }],
    ['1150,00 JPY', 'malformed'],
    ['1,150 KWD', { amount: '1.150', currency: 'KWD' }],
    ['1150 KWD', { amount: '1150.000', currency: 'KWD' }],
  ])('%s', async (text, value) =>
    expect(await valueFrom(`Genel toplam: ${text}\n`, { type: yen, find, notations: ['tr-TR'] })).toEqual(value),
  );

  it('a machine leaves zeros at the end away, a person does not', async () => {
    const machine = { type, find, notations: ['plain' as const] };
    expect(await valueFrom('Genel toplam: 1150.5', machine)).toEqual({ amount: '1150.50', currency: 'TRY' });
    expect(await total('Genel toplam: 1.150,5')).toBe('malformed');
  });
});
