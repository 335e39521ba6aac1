import { describe, expect, it } from 'vitest';
import type { Finder, Notation } from '../../../contract/artefacts/extractor.ts';
import { byLabel, extractFrom, located, tabled, valueFrom } from './located.ts';

const notations: readonly Notation[] = ['tr-TR', 'en-GB'];
const lossDate = {
  type: { kind: 'date' as const },
  find: [byLabel('Hasar tarihi', 'Kaza tarihi', 'Date of loss', 'Loss date')],
  notations,
};
const total = {
  type: { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' },
  find: [byLabel('Genel toplam', 'Grand total', 'Total due'), byLabel('Toplam', 'Total')],
  notations,
};
const day = '2026-03-12';

describe('A labelled field', () => {
  it.each([
    ['beside its label', 'Hasar tarihi: 12.03.2026'],
    ['behind a bullet and a number', '- 3) Hasar Tarihi : 12/03/2026'],
    ['behind a label without a colon', 'HASAR TARİHİ 12.03.2026'],
    ['behind dots', 'Hasar Tarihi ........... 12 Mart 2026'],
    ['behind a remark in brackets', 'Hasar tarihi (gün/ay/yıl): 12.03.2026'],
    ['behind a tab', 'Hasar tarihi\t12.03.2026'],
    ['behind an English label', 'Date of Loss: 12 March 2026'],
    ['behind a label in two languages', 'Hasar Tarihi / Date of Loss: 12.03.2026'],
    ['behind a label in two languages, one of them in brackets', 'Hasar Tarihi (Date of Loss): 12.03.2026'],
    ['behind a label with a second name after a slash', 'Hasar tarihi / saati : 12.03.2026 14.20'],
    ['behind a label that names two things, the date first', 'Hasar tarihi ve yeri: 12.03.2026, İzmir'],
    ['behind an abbreviated label', 'Hasar Tar. : 12.03.2026'],
    ['below the last column, if the columns of the next line were lost', 'Poliçe no: POL-1\tHasar tarihi\n12.03.2026'],
    ['below its label', 'Hasar tarihi\n12.03.2026\n'],
    ['below its label and an empty line', 'Hasar tarihi:\r\n\r\n12.03.2026\r\n'],
    ['beside its label in the second of two columns', 'Poliçe No: POL-1      Hasar tarihi: 12.03.2026'],
    [
      'below its label in the second of three columns',
      'Poliçe no       Hasar tarihi      Plaka\nPOL-1           12.03.2026        34 ABC 123',
    ],
    [
      'below its label in a column, if the line has empty columns',
      'Poliçe no       Hasar tarihi      Plaka\n                12.03.2026',
    ],
    ['behind another field on one line', 'Plaka: 34 ABC 123 Hasar tarihi: 12.03.2026 Yer: İzmir'],
    ['behind a comma', 'Poliçe No: 55, hasar tarihi: 12.03.2026, yer: İzmir'],
    ['beside its label in a grid of vertical bars', '| Hasar tarihi | 12.03.2026 |'],
    ['behind a label with a soft hyphen', 'Hasar ta\u00adrihi: 12.03.2026'],
    ['behind a label in full-width letters', 'Ｌｏｓｓ　ｄａｔｅ: 12.03.2026'],
    ['behind a label in decomposed letters', `${'Hasar tarihi'.replaceAll('i', 'i\u0307').toUpperCase()}: 12.03.2026`],
  ])('A label finder finds a date %s', async (_, text) => {
    const { result } = await extractFrom(`Sayın ilgili,\n\n${text}\n\nSaygılarımızla\n`, lossDate);
    expect(result).toMatchObject({ status: 'extracted', value: day });
  });

  it('In a table, a label finder finds a date beside its label, below it, or in the same cell', async () => {
    expect(
      await valueFrom(
        tabled([
          ['Poliçe', 'P-1'],
          ['Hasar tarihi:', '12.03.2026'],
        ]),
        lossDate,
      ),
    ).toBe(day);
    expect(
      await valueFrom(
        tabled([
          ['Poliçe', 'Hasar tarihi'],
          ['P-1', '12.03.2026'],
        ]),
        lossDate,
      ),
    ).toBe(day);
    expect(await valueFrom(tabled([['Poliçe', 'Hasar tarihi: 12.03.2026']]), lossDate)).toBe(day);
  });
});

describe('Text that only looks like the field', () => {
  it('The label Toplam is not found within Ara Toplam, and the finder for the grand total comes before the finder for the total', async () => {
    const invoice = 'Ara Toplam: 1.000,00 TL\nKDV (%20): 200,00 TL\nToplam: 1.200,00 TL\nGenel Toplam: 1.150,00 TL\n';
    expect(await valueFrom(invoice, total)).toEqual({ amount: '1150.00', currency: 'TRY' });
    expect(await valueFrom('Ara Toplam: 1.000,00 TL\n', total)).toBe('not_found');
    expect(await valueFrom('Ara-toplam: 1.000,00 TL\n', total)).toBe('not_found');
    expect(await valueFrom('Toplam KDV: 200,00 TL\nToplam: 1.200,00 TL\n', total)).toEqual({
      amount: '1200.00',
      currency: 'TRY',
    });
  });

  it('Within a sentence, a label counts only if a colon follows it', async () => {
    const prose = 'Arkamdaki araç (hasar tarihi 01.03.2026) durdu, kaza tarihi 02.03.2026 idi.\n';
    expect(await valueFrom(prose, lossDate)).toBe('not_found');
    expect(await valueFrom('Dosya açıldı (hasar tarihi: 12.03.2026).\n', lossDate)).toBe(day);
  });

  it('A label that is only the beginning of a longer word is not found', async () => {
    expect(await valueFrom('Hasar tarihinde: 12.03.2026', lossDate)).toBe('not_found');
  });

  it('If a field is empty, the value of the next field is not taken for it', async () => {
    expect(await valueFrom('Hasar tarihi:\nBildirim tarihi: 13.03.2026\n', lossDate)).toBe('not_found');
    expect(await valueFrom('Hasar tarihi:      Bildirim tarihi: 13.03.2026\n', lossDate)).toBe('not_found');
    expect(await valueFrom('Hasar tarihi: bildirilmedi\n13.03.2026\n', lossDate)).toBe('malformed');
  });

  it('A text value ends where the next known label begins', async () => {
    const find = [byLabel('Yer')];
    const type = { kind: 'text' as const, maxLength: 100 };
    expect(await valueFrom('Yer: İzmir, Bornova   Plaka: 34 ABC 1\n', { type, find })).toBe('İzmir, Bornova');
    expect(await valueFrom('Plaka: 34 ABC 1\tYer\nSayın ilgili\n', { type, find })).toBe('not_found');
    expect(await valueFrom('Yer: İzmir Yer: Ankara\n', { type, find })).toBe('İzmir');
  });

  it('A label in a message header is ignored, unless the finder asks for the header', async () => {
    const text = 'Date of loss: 01.01.2020\n\nDate of loss: 12.03.2026\n';
    const message = located(text, {
      regions: [
        { kind: 'header', name: 'Subject', start: 0, end: 25 },
        { kind: 'body', name: '1', start: 26, end: text.length },
      ],
    });
    expect(await valueFrom(message, lossDate)).toBe(day);
    const find: readonly Finder[] = [
      { by: 'label', labels: ['Date of loss'], look: ['right'], within: { region: 'header' } },
    ];
    expect(await valueFrom(message, { ...lossDate, find })).toBe('2020-01-01');
  });

  it('If a word precedes a label in a sentence, the label is found only if its finder has `anywhere` and a colon follows', async () => {
    const find: readonly Finder[] = [{ by: 'label', labels: ['hasar tarihi'], look: ['right'], anywhere: true }];
    const sentence = 'Aracımın hasar tarihi: 12.03.2026 olarak bildirildi.';
    expect(await valueFrom(sentence, lossDate)).toBe('not_found');
    expect(await valueFrom(sentence, { ...lossDate, find })).toBe(day);
    expect(await valueFrom('Aracımın hasar tarihi 12.03.2026 idi.', { ...lossDate, find })).toBe('not_found');
  });
});

describe('A page that the caller names', () => {
  const first = 'Hasar tarihi: 01.01.2020\n';
  const text = `${first}Hasar tarihi: 12.03.2026\n`;
  const pages = located(text, {
    regions: [
      { kind: 'page', name: '1', start: 0, end: first.length },
      { kind: 'page', name: '2', start: first.length, end: text.length },
    ],
  });
  it.each([
    [1, '2020-01-01'],
    [2, day],
    [3, 'not_found'],
  ])('If the caller names page %i, only that page is searched', async (page, value) =>
    expect(await valueFrom(pages, { ...lossDate, hints: { page } })).toBe(value),
  );

  it('If the caller names no page, all pages are searched, and two different dates are ambiguous', async () => {
    expect(await valueFrom(pages, lossDate)).toEqual(['01.01.2020', '12.03.2026']);
  });
});
