import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column, TableTarget } from '../../../patterns/conversion/tables/shapes.ts';
import { failureOf, sentence } from '../failures.ts';
import { convert } from './convert.ts';

const column = (heading: string, pointer: string, type: 'text' | 'integer' | 'date' = 'text'): Column => ({
  heading,
  pointer,
  type,
  absent: 'refuse',
});
const money: Column = {
  heading: 'Tutar',
  pointer: '/reserve/amount',
  type: 'decimal',
  absent: 'refuse',
  scale: 2,
  rounding: 'half-even',
};
const columns = [column('Hasar', '/id'), column('Tarih', '/on', 'date'), column('Adet', '/n', 'integer'), money];
const rows = [
  { id: 'CLM-1', on: '2026-11-05', n: 3, reserve: { amount: '1234567.895' } },
  { id: 'Çelik, A.', on: '2026-01-31', n: -1234, reserve: { amount: '-0.005' } },
];

const target = (over: Partial<TableTarget> = {}): TableTarget => ({
  kind: 'table',
  format: 'csv',
  locale: 'tr-TR',
  grouping: true,
  columns,
  ...over,
});
const tabulated = async (value: unknown, over: Partial<TableTarget> = {}) => {
  const { result } = await convert({ value, target: target(over) });
  if (result.status !== 'tabulated') throw new Error(result.status);
  return result;
};
const texts = (value: readonly string[], format: TableTarget['format']) =>
  tabulated(
    value.map((id) => ({ id })),
    { format, columns: [column('H', '/id')] },
  );

/** Reads CSV by the grammar of RFC 4180 only. */
function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at));
    if (!match) throw new Error(`no record at ${at}`);
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== ',') records.push([]);
    at += match[0].length;
  }
  return records.slice(0, -1);
}

describe('A table', () => {
  it('A CSV table follows RFC 4180, and has the decimal and thousands separators of the named locale', async () => {
    expect(await tabulated(rows)).toEqual({
      status: 'tabulated',
      format: 'csv',
      mediaType: 'text/csv; charset=utf-8; header=present',
      text:
        'Hasar,Tarih,Adet,Tutar\r\n' +
        'CLM-1,05.11.2026,3,"1.234.567,90"\r\n' +
        '"Çelik, A.",31.01.2026,-1.234,"0,00"\r\n',
      rows: 2,
      columns: 4,
      guarded: 0,
    });
  });

  it('A table for en-GB has commas between thousands, or no separator if grouping is off', async () => {
    const { text } = await tabulated(rows.slice(0, 1), { locale: 'en-GB' });
    expect(text).toContain('CLM-1,05/11/2026,3,"1,234,567.90"\r\n');
    expect((await tabulated(rows.slice(0, 1), { locale: 'en-GB', grouping: false })).text).toContain(',1234567.90\r\n');
  });

  it('A text table has aligned columns, with numbers on the right', async () => {
    const { text } = await tabulated(rows, { format: 'text' });
    expect(text).toBe(
      [
        'Hasar      Tarih         Adet         Tutar',
        '---------  ----------  ------  ------------',
        'CLM-1      05.11.2026       3  1.234.567,90',
        'Çelik, A.  31.01.2026  -1.234          0,00',
        '',
      ].join('\n'),
    );
  });

  it('A Markdown table has the syntax of GitHub Flavored Markdown', async () => {
    const { text } = await tabulated(rows, { format: 'markdown' });
    expect(text).toBe(
      [
        '| Hasar | Tarih | Adet | Tutar |',
        '| --- | --- | ---: | ---: |',
        '| CLM-1 | 05.11.2026 | 3 | 1.234.567,90 |',
        '| Çelik, A\\. | 31.01.2026 | -1.234 | 0,00 |',
        '',
      ].join('\n'),
    );
  });

  it('A table without rows has its headings', async () => {
    expect(await tabulated([])).toMatchObject({ text: 'Hasar,Tarih,Adet,Tutar\r\n', rows: 0 });
  });

  it('If a table is made twice from the same rows, both have the same bytes', async () => {
    expect(await tabulated(rows)).toEqual(await tabulated(structuredClone(rows)));
  });
});

describe('A cell with text from outside', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', "-2+3+cmd|' /C calc'!A0"])(
    'In CSV, a cell with the text %j gets an apostrophe, so that a spreadsheet does not evaluate it',
    async (value) => {
      const { text, guarded } = await texts([value], 'csv');
      expect(readCsv(text)).toEqual([['H'], [`'${value}`]]);
      expect(guarded).toBe(1);
    },
  );

  it('In CSV, a heading that looks like a formula gets an apostrophe, so that a spreadsheet does not evaluate it', async () => {
    const { text, guarded } = await tabulated([], { columns: [column('=A1', '/id')] });
    expect([text, guarded]).toEqual(["'=A1\r\n", 1]);
  });

  it('In CSV, a negative number from an integer column is not changed', async () => {
    const { text, guarded } = await tabulated([{ n: -5 }], { columns: [column('N', '/n', 'integer')] });
    expect([text, guarded]).toEqual(['N\r\n-5\r\n', 0]);
  });

  it('Any text that does not look like a formula is read from CSV exactly as it was', async () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text));
    const any = fc.oneof(
      plain,
      fc.array(fc.constantFrom('"', ',', '\r\n', ';', 'x')).map((all) => `.${all.join('')}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 1 }), async (values) => {
        expect(readCsv((await texts(values, 'csv')).text)).toEqual([['H'], ...values.map((value) => [value])]);
      }),
    );
  });

  it.each(['text', 'markdown'] as const)(
    'In a %s table, a cell never breaks its line, and control characters are written as their code points',
    async (format) => {
      const { text } = await texts(['a\nb', 'a\r\nb', 'a\u2028b', 'a\u202Eb', 'a\u0000b'], format);
      expect(text.split('\n')).toHaveLength(8);
      expect(text).not.toMatch(/[\r\u2028\u202E\0]/);
      expect(text).toContain('aU+202Eb');
    },
  );

  it.each([
    ['a|b', 'a\\|b'],
    ['[x](javascript:1)', '\\[x\\](javascript\\:1)'],
    ['<b>', '\\<b\\>'],
    ['\\|', '\\\\\\|'],
    ['www.example.com', 'www\\.example\\.com'],
    ['&lt;', '\\&lt;'],
  ])('In a Markdown table, the cell %s is escaped and shown as plain text', async (value, shown) => {
    expect((await texts([value], 'markdown')).text.split('\n')[2]).toBe(`| ${shown} |`);
  });
});

describe('A row', () => {
  const of = (row: unknown, one: Column) => tabulated([row], { columns: [one] });

  it.for<[string, unknown, Column, string]>([
    ['a number in a text column', { id: 5 }, column('H', '/id'), '/value/0/id'],
    ['null in a text column', { id: null }, column('H', '/id'), '/value/0/id'],
    ['a fraction in an integer column', { n: 1.5 }, column('H', '/n', 'integer'), '/value/0/n'],
    ['an integer above 2^53', { n: 2 ** 60 }, column('H', '/n', 'integer'), '/value/0/n'],
    ['a JSON number in a decimal column', { reserve: { amount: 0.1 } }, money, '/value/0/reserve/amount'],
    ['a decimal in exponent notation', { reserve: { amount: '1e9' } }, money, '/value/0/reserve/amount'],
    ['a date that does not exist', { on: '2026-02-30' }, column('H', '/on', 'date'), '/value/0/on'],
    ['no member for a required column', {}, column('H', '/id'), '/value/0/id'],
    ['only an inherited member for a required column', {}, column('H', '/toString'), '/value/0/toString'],
    ['a list in place of an object', [], column('H', '/0'), '/value/0'],
    ['a text in place of an object', 'x', column('H', ''), '/value/0'],
  ])('A table is refused with the pointer to the value if a row has %s', async ([, row, one, pointer]) => {
    expect(await failureOf(() => of(row, one))).toMatchObject({
      code: 'arguments.invalid',
      pointer,
      message: expect.stringMatching(sentence),
    });
  });

  it('If a column allows absence, a missing member gives an empty cell, and null is still refused', async () => {
    const one: Column = { ...column('H', '/id'), absent: 'empty' };
    expect((await of({}, one)).text).toBe('H\r\n\r\n');
    expect((await failureOf(() => of({ id: null }, one))).pointer).toBe('/value/0/id');
  });

  it('An integer column accepts a whole number of any length as a string', async () => {
    const n = '123456789012345678901234';
    expect((await of({ n }, column('H', '/n', 'integer'))).text).toBe('H\r\n123.456.789.012.345.678.901.234\r\n');
  });

  it('A table with more than 5 000 rows is refused, and so is a table that would exceed the size of a result', async () => {
    const many = Array.from({ length: 5001 }, () => ({ id: '' }));
    expect((await failureOf(() => tabulated(many, { columns: [column('H', '/id')] }))).pointer).toBe('/value');
    // One wide cell makes every row of an aligned table as wide. The table is refused before its text is made.
    const wide = [{ id: 'x'.repeat(100_000) }, ...many.slice(2)];
    const refused = await failureOf(() => tabulated(wide, { format: 'text', columns: [column('H', '/id')] }));
    expect(refused.code).toBe('result.too_large');
  });
});
