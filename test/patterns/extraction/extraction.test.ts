import { describe, expect, it } from 'vitest';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { extract } from '../../../patterns/extraction/extract.ts';
import { type Asked, byLabel, extractFrom, extractorOf, located, sourceOf, tabled, valueFrom } from './located.ts';

const date = { kind: 'date' as const };
const money = { kind: 'money' as const, currencies: ['TRY'], currency: 'TRY' };
const asked = { type: date, find: [byLabel('Hasar tarihi')] };

describe('An extracted value and its evidence span', () => {
  it('An extracted value has a span with source, text hash, offsets and quote, and states its confidence and method', async () => {
    const text = located('Hasar tarihi: 12.03.2026\n');
    const { result, exceptions } = await extractFrom(text, asked);
    expect(result).toEqual({
      status: 'extracted',
      value: '2026-03-12',
      evidence: {
        sourceHash: text.sourceHash,
        extractor: 'text',
        extractorVersion: '1',
        textHash: text.textHash,
        start: 14,
        end: 24,
        quote: '12.03.2026',
      },
      confidence: 0.95,
      confidenceBasis: 'rule',
      method: 'label',
      extractor: 'extractor.test@1.0.0',
    });
    expect(exceptions).toEqual([]);
  });

  it('If no finder finds a value, the answer is not_found with an exception', async () => {
    const { result, exceptions } = await extractFrom('Sayın ilgili,\n', asked);
    expect(result).toEqual({ status: 'not_extracted', reason: 'not_found', extractor: 'extractor.test@1.0.0' });
    expect(exceptions).toMatchObject([{ kind: 'extract.not_found' }]);
  });

  it('If the labelled text is not a date, the answer is malformed and quotes the text', async () => {
    const { result, exceptions } = await extractFrom('Hasar tarihi: 31.02.2026\n', asked);
    expect(result).toMatchObject({ status: 'not_extracted', reason: 'malformed', evidence: { quote: '31.02.2026' } });
    expect(exceptions).toMatchObject([{ kind: 'extract.malformed' }]);
  });

  it('The exceptions of an extraction contain no value of the source', async () => {
    for (const text of ['Hasar tarihi: 31.02.2026\n', 'Hasar tarihi: 1.3.2026\nHasar tarihi: 2.3.2026\n']) {
      const { exceptions } = await extractFrom(text, asked);
      expect(JSON.stringify(exceptions)).not.toMatch(/\d\.\d/);
    }
  });
});

describe('Candidates that disagree', () => {
  it('If one label has two different dates, the answer is ambiguous and quotes both', async () => {
    const { result, exceptions } = await extractFrom('Hasar tarihi: 12.03.2026\nHasar tarihi: 13.03.2026\n', asked);
    expect(result).toMatchObject({
      status: 'ambiguous',
      candidates: [
        { quote: '12.03.2026', start: 14 },
        { quote: '13.03.2026', start: 39 },
      ],
    });
    expect(exceptions).toMatchObject([{ kind: 'extract.ambiguous' }]);
  });

  it('If the same date occurs in two notations, it is one value with the span of the first', async () => {
    const { result } = await extractFrom('Hasar tarihi: 12.03.2026\nHasar tarihi: 12 Mart 2026\n', asked);
    expect(result).toMatchObject({ value: '2026-03-12', evidence: { start: 14 } });
  });

  it('If a total occurs as 1.200 and as 1.200,00, it is one amount', async () => {
    const find = [byLabel('Toplam')];
    expect(await valueFrom('Toplam: 1.200\nToplam: 1.200,00 TL\n', { type: money, find })).toEqual({
      amount: '1200.00',
      currency: 'TRY',
    });
  });

  it('If an identifier with right check digits and one with wrong check digits are found, the answer is ambiguous', async () => {
    const type = { kind: 'identifier' as const, scheme: 'tckn' as const };
    const text = 'TCKN: 10000000146\nTCKN: 10000000147\n';
    expect(await valueFrom(text, { type, find: [byLabel('TCKN')] })).toEqual(['10000000146', '10000000147']);
  });

  it('If the identifier under the label has a wrong check digit, another identifier in the source does not replace it', async () => {
    const type = { kind: 'identifier' as const, scheme: 'tckn' as const };
    const find: readonly Finder[] = [byLabel('TCKN'), { by: 'pattern', pattern: '\\d{11}' }];
    expect(await valueFrom('TCKN: 10000000147\nEksper 10000000146\n', { type, find })).toBe('check_digit');
  });
});

describe('The confidence of a value', () => {
  const scheme = (name: 'iban' | 'tckn') => ({ kind: 'identifier' as const, scheme: name });
  it.for<[string, string, Asked, number, string]>([
    [
      'a value found by a pattern',
      'on 12.03.2026',
      { type: date, find: [{ by: 'pattern' as const, pattern: '\\d+\\.\\d+\\.\\d+' }] },
      0.94,
      'rule',
    ],
    ['a value below its label', 'Tarih\n12.03.2026', { type: date, find: [byLabel('Tarih')] }, 0.89, 'rule'],
    ['a value beside its label', 'Tarih: 12.03.2026', { type: date, find: [byLabel('Tarih')] }, 0.95, 'rule'],
    [
      'an IBAN beside its label',
      'IBAN: TR330006100519786457841326',
      { type: scheme('iban'), find: [byLabel('IBAN')] },
      0.9995,
      'check_digit',
    ],
    [
      'a TCKN below its label',
      'TCKN\n10000000146',
      { type: scheme('tckn'), find: [byLabel('TCKN')] },
      0.9989,
      'check_digit',
    ],
  ])(
    'The confidence of %s is computed from the method and the share of wrong values that pass its checks',
    async ([, text, ask, confidence, confidenceBasis]) => {
      expect((await extractFrom(text, ask)).result).toMatchObject({ confidence, confidenceBasis });
    },
  );
});

describe('The minimum confidence of a tool', () => {
  it('A value below the minimum confidence is ambiguous, and a value at the minimum confidence is extracted', async () => {
    const asked = (minConfidence: number) =>
      extract({
        source: sourceOf(located('Tarih: 12.03.2026')),
        extractor: extractorOf(date, [byLabel('Tarih')]),
        property: 'wanted',
        hints: undefined,
        minConfidence,
      });
    const { result, exceptions } = await asked(0.96);
    expect(result).toMatchObject({ status: 'ambiguous', candidates: [{ quote: '12.03.2026' }] });
    expect(exceptions).toMatchObject([{ kind: 'extract.ambiguous', detail: expect.stringContaining('0.95') }]);
    expect((await asked(0.95)).result).toMatchObject({ status: 'extracted' });
  });
});

describe('Finders for tables, patterns and pointers', () => {
  const invoice = tabled([
    ['Kalem', 'Adet', 'Tutar (TL)'],
    ['Tampon', '1', '1.000,00'],
    ['İşçilik', '2', '500,00'],
    ['GENEL TOPLAM:', '', '1.500,00'],
  ]);
  const cell = (row?: readonly string[]): Finder => ({
    by: 'table',
    column: ['Tutar (TL)', 'Amount'],
    ...(row === undefined ? {} : { row }),
  });

  it('A table finder finds a cell by the header of its column and the label of its row', async () => {
    const { result } = await extractFrom(invoice, { type: money, find: [cell(['Genel toplam'])] });
    expect(result).toMatchObject({ value: { amount: '1500.00', currency: 'TRY' }, confidence: 0.88, method: 'table' });
  });

  it('A table finder takes the first of its row labels that the table has, and is ambiguous if two rows have that label', async () => {
    const amount = (...rows: string[]) => valueFrom(invoice, { type: money, find: [cell(rows)] });
    expect(await amount('Tampon', 'İşçilik')).toEqual({ amount: '1000.00', currency: 'TRY' });
    expect(await amount('Boya', 'İşçilik', 'Tampon')).toEqual({ amount: '500.00', currency: 'TRY' });
    const twice = tabled([
      ['Kalem', 'Amount'],
      ['Tampon', '1.000,00'],
      ['Tampon', '500,00'],
    ]);
    expect(await valueFrom(twice, { type: money, find: [cell(['Tampon'])] })).toEqual(['1.000,00', '500,00']);
  });

  it("A remark in brackets does not change a row's label, unless another property has the label with that remark", async () => {
    const bill = tabled([
      ['Kalem', 'Amount'],
      ['Toplam (KDV hariç)', '100,00'],
      ['TOPLAM (TL, KDV dahil)', '120,00'],
    ]);
    const find = [cell(['Toplam'])];
    expect(await valueFrom(bill, { type: money, find })).toEqual(['100,00', '120,00']);
    const net: Finder = { by: 'label', labels: ['Toplam (KDV hariç)'], look: ['below'] };
    expect(await valueFrom(bill, { type: money, find: [...find, net] })).toEqual({ amount: '120.00', currency: 'TRY' });
  });

  it('Without row labels, a table finder finds the value of a column with one row, and none in a column with different values', async () => {
    expect(await valueFrom(invoice, { type: money, find: [cell()] })).toBe('not_found');
    const one = tabled([
      ['Kalem', 'Amount'],
      ['Tampon', '1.000,00'],
    ]);
    expect(await valueFrom(one, { type: money, find: [cell()] })).toEqual({ amount: '1000.00', currency: 'TRY' });
  });

  it('In a workbook, a number has machine notation and a text has the declared notation', async () => {
    const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const sheet: LocatedText = {
      ...tabled([
        ['Toplam', '12450.5'],
        ['Net', '1234.50'],
        ['Avans', '1.234,50'],
      ]),
      mediaType,
    };
    const ask = (label: string) => ({ type: money, find: [byLabel(label)] });
    expect(await valueFrom(sheet, ask('Net'))).toEqual({ amount: '1234.50', currency: 'TRY' });
    expect(await valueFrom(sheet, ask('Avans'))).toEqual({ amount: '1234.50', currency: 'TRY' });
    expect(await valueFrom({ ...sheet, mediaType: 'text/csv' }, ask('Net'))).toBe('malformed');
  });

  it('A pattern captures the group `value`', async () => {
    const find: readonly Finder[] = [{ by: 'pattern', pattern: '(?i)poliçe\\s+(?P<value>[a-z]+-\\d+)' }];
    const type = { kind: 'text' as const, maxLength: 20 };
    expect(await valueFrom('No: X-9, POLİÇE POL-77.\n', { type, find })).toBe('not_found');
    expect(await valueFrom('No: X-9, Poliçe POL-77.\n', { type, find })).toBe('POL-77');
  });

  it('A JSON pointer reads numbers as JSON, strings in the declared notation with escapes resolved, and null as not_found', async () => {
    const text = '{"total":1234.50,"note":"a\\u0131\\n\\"b","loss":"12.03.2026","none":null}';
    const at = (written: string) => ({ start: text.indexOf(written), end: text.indexOf(written) + written.length });
    const json = located(text, {
      mediaType: 'application/json',
      pointers: {
        '/total': at('1234.50'),
        '/note': at('a\\u0131\\n\\"b'),
        '/loss': at('12.03.2026'),
        '/none': at('null'),
      },
    });
    const pointer = (to: string): readonly Finder[] => [{ by: 'pointer', pointer: to }];
    expect(await valueFrom(json, { type: money, find: pointer('/total') })).toEqual({
      amount: '1234.50',
      currency: 'TRY',
    });
    expect(await valueFrom(json, { type: date, find: pointer('/loss') })).toBe('2026-03-12');
    const note = await extractFrom(json, { type: { kind: 'text', maxLength: 20 }, find: pointer('/note') });
    expect(note.result).toMatchObject({ value: 'aı\n"b', evidence: { quote: 'a\\u0131\\n\\"b' }, confidence: 0.99 });
    expect(await valueFrom(json, { type: date, find: pointer('/none') })).toBe('not_found');
    expect(await valueFrom(json, { type: date, find: pointer('/toString') })).toBe('not_found');
  });
});

describe('A source without a located text', () => {
  const extractor = extractorOf(date, [byLabel('Tarih')]);
  const id = `src-${'0'.repeat(64)}`;

  it('If the text of a source is still being made, an extraction fails with a retryable source_pending', async () => {
    for (const state of ['awaited', 'received'] as const) {
      const asked = extract({ source: { id, state }, extractor, property: 'wanted', hints: undefined });
      await expect(asked).rejects.toMatchObject({
        code: 'dependency.unavailable',
        exceptions: [{ kind: 'extract.source_pending', retryable: true }],
      });
    }
  });

  it('If a source was refused, the answer is source_refused with the exception of the source', async () => {
    const exception = { kind: 'source.encrypted' as const, detail: 'the document has a password' };
    const { result, exceptions } = await extract({
      source: { id, state: 'refused', exception },
      extractor,
      property: 'wanted',
      hints: undefined,
    });
    expect(result).toMatchObject({ status: 'not_extracted', reason: 'source_refused' });
    expect(exceptions).toEqual([exception]);
  });

  it('If the hint names a notation that the extractor does not declare, the call is refused at /hints/notation', async () => {
    const source = sourceOf(located('Tarih: 12.03.2026'));
    const asked = extract({ source, extractor, property: 'wanted', hints: { notation: 'en-GB' } });
    await expect(asked).rejects.toMatchObject({ code: 'arguments.invalid', pointer: '/hints/notation' });
  });
});
