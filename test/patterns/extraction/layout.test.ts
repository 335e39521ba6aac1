import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { Extractor } from '../../../contract/artefacts/extractor.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { extract } from '../../../patterns/extraction/extract.ts';
import { byLabel, extractFrom, located, sourceOf, tabled, valueFrom } from './located.ts';

const plate = { kind: 'text' as const, form: '[0-9]{2} ?[A-Z]{1,3} ?[0-9]{2,5}', maxLength: 16 };
const number = { kind: 'text' as const, form: '[A-Z]+-[0-9]+', maxLength: 16 };
const date = { kind: 'date' as const };
const json = async (value: unknown) => {
  const bytes = Buffer.from(JSON.stringify(value));
  return (await locateSource(bytes, sha256OfBytes(bytes), 'application/json')).text;
};

describe('Text as a reader sees it', () => {
  it.for<[string, string, string, string]>([
    ['combining marks', 'Tarih: 1 Ag\u0306ustos', '(?P<value>Ağustos)', 'Ag\u0306ustos'],
    ['non-breaking hyphens', 'No: POL\u20112026', 'POL-[0-9]+', 'POL\u20112026'],
    ['non-breaking spaces', '34\u00a0ABC\u00a0123', '[0-9]{2} [A-Z]{3} [0-9]{3}', '34\u00a0ABC\u00a0123'],
    ['lines that end in CRLF', 'a\r\nPOL-1\r\n', '^POL-[0-9]$', 'POL-1'],
    ['soft hyphens', 'Po\u00adliçe', 'Poliçe', 'Po\u00adliçe'],
  ])(
    'A pattern matches text with %s, and the quote has the characters of the source',
    async ([, text, pattern, quote]) => {
      const type = { kind: 'text' as const, maxLength: 50 };
      const { result } = await extractFrom(text, { type, find: [{ by: 'pattern', pattern }] });
      expect(result).toMatchObject({ status: 'extracted', evidence: { quote } });
    },
  );

  it('If a text property declares a form, its value has plain hyphens in place of non-breaking ones', async () => {
    expect(await valueFrom('No: POL\u20112026', { type: number, find: [byLabel('No')] })).toBe('POL-2026');
  });
});

describe('The layout of labels', () => {
  it('A label may have its colon in the column of the value', async () => {
    expect(await valueFrom('Fatura No\t: KZL-12\n', { type: number, find: [byLabel('Fatura no')] })).toBe('KZL-12');
  });

  it.each(['D.O.L.: 12.03.2026', 'DOL 12.03.2026', 'Pol. Ref.\t12.03.2026', 'Pol Ref: 12.03.2026'])(
    'A label is found with and without the points of its abbreviation: %s',
    async (text) =>
      expect(await valueFrom(text, { type: date, find: [byLabel('DOL', 'Pol. ref')] })).toBe('2026-03-12'),
  );

  it.each([
    'POLICE_NO\t77-A',
    'Poliçe no?\t77-A',
    'Poliçe Numarası: 77-A',
    'POLİÇE NOSU 77-A',
    'Poliçe Nr. 77-A',
    'Poliçe Nº: 77-A',
    'Policy number\t77-A',
  ])('The spellings of "number" in a label count as equal: %j', async (text) => {
    const policy = { type: { kind: 'text' as const, form: '[0-9]+-[A-Z]', maxLength: 8 } };
    const { result } = await extractFrom(text, { ...policy, find: [byLabel('Poliçe no', 'Policy no')] });
    expect(result).toMatchObject({ status: 'extracted', value: '77-A', evidence: { quote: '77-A' } });
  });

  it('If a column is empty below a label, the value below the neighbouring label is not taken', async () => {
    const lossDate = { type: date, find: [byLabel('Hasar tarihi')] };
    const reported = { type: date, find: [byLabel('Bildirim tarihi')] };
    const second = 'Hasar tarihi\tBildirim tarihi\n\t5.2.2026\n';
    expect([await valueFrom(second, lossDate), await valueFrom(second, reported)]).toEqual(['not_found', '2026-02-05']);
    const first = 'Hasar tarihi\tBildirim tarihi\n5.2.2026\n';
    expect([await valueFrom(first, lossDate), await valueFrom(first, reported)]).toEqual(['2026-02-05', 'not_found']);
    const middle = 'Ad\tHasar tarihi\tBildirim tarihi\nAli\t\t5.2.2026\n';
    expect([await valueFrom(middle, lossDate), await valueFrom(middle, reported)]).toEqual(['not_found', '2026-02-05']);
  });

  it('A label does not match within a longer label that another property has', async () => {
    const extractor: Extractor = {
      id: 'extractor.test',
      version: '1.0.0',
      title: 'Test',
      notations: ['tr-TR'],
      properties: {
        total: { type: { kind: 'money', currencies: ['TRY'] }, find: [byLabel('Toplam')] },
        net: { type: { kind: 'money', currencies: ['TRY'] }, find: [byLabel('Toplam (KDV hariç)')] },
      },
    };
    const source = sourceOf(located('Toplam (KDV hariç)\t100,00 TL\nToplam\t120,00 TL\n'));
    const { result } = await extract({ source, extractor, property: 'total', hints: undefined });
    expect(result).toMatchObject({ status: 'extracted', value: { amount: '120.00' } });
  });

  it('If a label has two different values side by side, the answer is ambiguous', async () => {
    const text = 'Araç\tA\tB\nPlaka\t34 ABC 123\t35 ZZ 99\n';
    expect(await valueFrom(text, { type: plate, find: [byLabel('Plaka')] })).toEqual(['34 ABC 123', '35 ZZ 99']);
  });

  it('If a finder has `column`, the value in the column that the pattern matches is kept', async () => {
    const rows = [
      ['Plaka', '34 ABC 123', '35 ZZ 99'],
      ['Poliçe', 'X-1', 'POL-2'],
    ];
    const label = { by: 'label' as const, labels: ['Plaka'], look: ['right' as const] };
    const own = [{ ...label, column: 'POL-[0-9]' }];
    const text = rows.map((row) => row.join('\t')).join('\n');
    expect(await valueFrom(text, { type: plate, find: own })).toBe('35 ZZ 99');
    expect(await valueFrom(tabled(rows), { type: plate, find: own })).toBe('35 ZZ 99');
    const none = [{ ...label, column: 'QQQ' }];
    expect(await valueFrom(text, { type: plate, find: none })).toEqual(['34 ABC 123', '35 ZZ 99']);
  });

  const vehicles = {
    'a block with its policy at the end':
      'ARAÇ A\nPlaka: 34 ABC 123\nPoliçe: X-1\nARAÇ B\nPlaka: 35 ZZ 99\nPoliçe: POL-2\n',
    'a block with its policy at the start':
      'ARAÇ A\nPoliçe: X-1\nPlaka: 34 ABC 123\nARAÇ B\nPoliçe: POL-2\nPlaka: 35 ZZ 99\n',
    'a block under repeated headings':
      '6. SÜRÜCÜ\nPoliçe\tX-1\n7. ARAÇ\nPlaka\t34 ABC 123\n6. SÜRÜCÜ\nPoliçe\tPOL-2\n7. ARAÇ\nPlaka\t35 ZZ 99\n',
  };
  it.each(Object.entries(vehicles))(
    'If a finder has `column` and each vehicle is %s, the value in the block that the pattern matches is kept',
    async (_, text) => {
      const label = { by: 'label' as const, labels: ['Plaka'], look: ['right' as const] };
      const own = [{ ...label, column: 'POL-[0-9]' }];
      const both = ['34 ABC 123', '35 ZZ 99'];
      expect(await valueFrom(text, { type: plate, find: own })).toBe('35 ZZ 99');
      const other = text.replace('POL-2', 'Y-2').replace('X-1', 'POL-1');
      expect(await valueFrom(other, { type: plate, find: own })).toBe('34 ABC 123');
      expect(await valueFrom(text, { type: plate, find: [label] })).toEqual(both);
      expect(await valueFrom(text.replace('POL-2', 'Y-2'), { type: plate, find: own })).toEqual(both);
    },
  );

  it('If the match of `column` belongs to neither of two alternating blocks, the answer stays ambiguous', async () => {
    const find = [{ by: 'label' as const, labels: ['Plaka'], look: ['right' as const], column: 'POL-[0-9]' }];
    const text = 'Plaka: 34 ABC 123\nRenk: mavi\nPlaka: 35 ZZ 99\nRenk: gri\nPoliçe: POL-1\nPoliçe: X-2\n';
    expect(await valueFrom(text, { type: plate, find })).toEqual(['34 ABC 123', '35 ZZ 99']);
  });

  it('If the match of `column` is above the first block or far below the last one, the answer stays ambiguous', async () => {
    const text = 'Plaka: 34 ABC 123\nRenk: mavi\nPlaka: 35 ZZ 99\nRenk: gri\n';
    const find = [{ by: 'label' as const, labels: ['Plaka'], look: ['right' as const], column: 'POL-[0-9]' }];
    for (const around of [`Poliçe: POL-1\n${text}`, `${text}Not: yok\nEk: yok\nPoliçe: POL-1\n`]) {
      expect(await valueFrom(around, { type: plate, find })).toEqual(['34 ABC 123', '35 ZZ 99']);
    }
  });

  it('If a finder has `until`, text after the match of that pattern is ignored', async () => {
    const label = { by: 'label' as const, labels: ['Plaka'], look: ['right' as const], until: '(?m)^KARŞI ARAÇ' };
    const text = 'ARAÇ\nPlaka: 34 ABC 123\nKARŞI ARAÇ\nPlaka: 35 ZZ 99\n';
    expect(await valueFrom(text, { type: plate, find: [label] })).toBe('34 ABC 123');
    expect(await valueFrom('Marka: Fiat\nKARŞI ARAÇ\nPlaka: 35 ZZ 99\n', { type: plate, find: [label] })).toBe(
      'not_found',
    );
  });

  it.each(['\n', '\r\n', ' \n'])(
    'An IBAN that continues on the next line is found, if the line ends with %j',
    async (end) => {
      const iban = { kind: 'identifier' as const, scheme: 'iban' as const };
      const find = [{ by: 'pattern' as const, pattern: 'TR[0-9 \\n]+' }];
      const text = `Hesabım TR33 0006${end}1005 1978 6457 8413 26, Ankara\n`;
      expect(await valueFrom(text, { type: iban, find })).toBe('TR330006100519786457841326');
    },
  );

  it.each([
    ['Toplam EUR\t1.200,00\n', 'EUR'],
    ['Toplam (EUR)\t1.200,00\n', 'EUR'],
    ['Toplam TL:\t1.200,00\n', 'TRY'],
  ])('A currency at the end of a label is the currency of the amount, not a value: %j', async (text, currency) => {
    const money = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
    const found = await valueFrom(text, { type: money, find: [byLabel('Toplam')] });
    expect(found).toEqual({ amount: '1200.00', currency });
  });

  it('The header of a column may end in the currency of its amounts', async () => {
    const find = [{ by: 'table' as const, column: ['Tutar'], row: ['Toplam'] }];
    const money = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
    const rows = (header: string) =>
      tabled([
        ['', header],
        ['Parça', '1,00'],
        ['Toplam', '2,00'],
      ]);
    expect(await valueFrom(rows('Tutar (EUR)'), { type: money, find })).toEqual({ amount: '2.00', currency: 'EUR' });
    expect(await valueFrom(rows('Tutar TL'), { type: money, find })).toEqual({ amount: '2.00', currency: 'TRY' });
    expect(await valueFrom(rows('Tutar net'), { type: money, find })).toBe('not_found');
  });

  it.each(['FATURA_NO', 'faturaNo', 'Fatura No.', 'Fatura-No'])(
    'A column header is found even if it is written like the name of a variable: %s',
    async (header) => {
      const find = [{ by: 'table' as const, column: ['Fatura numarası'] }];
      expect(
        await valueFrom(
          tabled([
            [header, 'x'],
            ['A-1', 'y'],
          ]),
          { type: number, find },
        ),
      ).toBe('A-1');
    },
  );

  it('If a heading ends in a currency, that is the currency of the amounts below it', async () => {
    const find = [byLabel('Total charge')];
    const money = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
    const text = 'Charges (EUR)\n  Net   280.40\n  Total charge   336.48\n';
    const found = await valueFrom(text, { type: money, find, notations: ['en-GB'] });
    expect(found).toEqual({ amount: '336.48', currency: 'EUR' });
  });

  it('If a table has several columns that the finder names, the one that it names first is used', async () => {
    const rows = tabled([
      ['', 'Net', 'Brüt'],
      ['Toplam', '2,00 TL', '2,40 TL'],
    ]);
    const money = { kind: 'money' as const, currencies: ['TRY'] };
    const amount = (...column: string[]) =>
      valueFrom(rows, { type: money, find: [{ by: 'table', column, row: ['Toplam'] }] });
    expect(await amount('Brüt', 'Net')).toEqual({ amount: '2.40', currency: 'TRY' });
    expect(await amount('Net', 'Brüt')).toEqual({ amount: '2.00', currency: 'TRY' });
  });

  it('If a finder has `anywhere`, its label may end a longer text in the field', async () => {
    const find = [{ by: 'label' as const, labels: ['hasar tarihi'], look: ['right' as const], anywhere: true }];
    expect(await valueFrom('Bildirilen hasar tarihi\t12.03.2026\n', { type: date, find })).toBe('2026-03-12');
    expect(await valueFrom('Bildirilen hasar tarihi 12.03.2026\n', { type: date, find })).toBe('not_found');
  });

  it('Without row labels, a column with one repeated value has that value, and a column with different values has none', async () => {
    const find = [{ by: 'table' as const, column: ['No'] }];
    expect(await valueFrom(tabled([['No'], ['POL-1'], ['POL-1'], ['']]), { type: number, find })).toBe('POL-1');
    expect(await valueFrom(tabled([['No'], ['POL-1'], ['POL-2']]), { type: number, find })).toBe('not_found');
  });
});

describe('The keys of JSON as labels', () => {
  it.each([
    [{ lossDate: '12.03.2026' }],
    [{ loss: { date: '12.03.2026' }, report: { date: '13.03.2026' } }],
    [{ claim: { loss_date: '12.03.2026' } }],
    [{ answers: [{ question: 'Loss date? (dd/mm/yyyy)', answer: '12.03.2026' }] }],
  ])('A label finder finds its label in the keys of %j', async (value) => {
    expect(await valueFrom(await json(value), { type: date, find: [byLabel('Loss date')] })).toBe('2026-03-12');
  });

  it.each([{ claimNumber: '7-A' }, { claim_number: '7-A' }, { CLAIMNUMBER: '7-A' }, { claim: { no: '7-A' } }])(
    'The last word of a label may have another spelling in a JSON key: %j',
    async (value) => {
      const wanted = { kind: 'text' as const, form: '[0-9]-[A-Z]', maxLength: 8 };
      expect(await valueFrom(await json(value), { type: wanted, find: [byLabel('Claim nr')] })).toBe('7-A');
    },
  );

  it('A JSON key is not taken for a label if its parent makes it the label of another property', async () => {
    const find = [
      byLabel('Date'),
      { by: 'label' as const, labels: ['Loss date'], look: ['right' as const], anywhere: true },
    ];
    expect(
      await valueFrom(await json({ loss: { date: '12.03.2026' }, date: '14.03.2026' }), { type: date, find }),
    ).toBe('2026-03-14');
  });

  it('If the value of a JSON key is null, the answer is not_found', async () => {
    expect(await valueFrom(await json({ lossDate: null }), { type: date, find: [byLabel('Loss date')] })).toBe(
      'not_found',
    );
  });
});
