import { describe, expect, it } from 'vitest';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { extract } from '../../../patterns/extraction/extract.ts';
import { type Asked, byLabel, extractFrom, extractorOf, located, sourceOf, tabled, valueFrom } from './located.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const date = { kind: 'date' as const };
const money = { kind: 'money' as const, currencies: ['TRY'], currency: 'TRY' };
const asked = { type: date, find: [byLabel('Hasar tarihi')] };

describe('no value without the span that proves it', () => {
  it('the span names the source, the text and the passage, and says how sure and by what', async () => {
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

  it('nothing found is said so', async () => {
    const { result, exceptions } = await extractFrom('Sayın ilgili,\n', asked);
    expect(result).toEqual({ status: 'not_extracted', reason: 'not_found', extractor: 'extractor.test@1.0.0' });
    expect(exceptions).toMatchObject([{ kind: 'extract.not_found' }]);
  });

  it('what stands there and is no value is shown', async () => {
    const { result, exceptions } = await extractFrom('Hasar tarihi: 31.02.2026\n', asked);
    expect(result).toMatchObject({ status: 'not_extracted', reason: 'malformed', evidence: { quote: '31.02.2026' } });
    expect(exceptions).toMatchObject([{ kind: 'extract.malformed' }]);
  });

  it('no exception tells a value of the source', async () => {
    for (const text of ['Hasar tarihi: 31.02.2026\n', 'Hasar tarihi: 1.3.2026\nHasar tarihi: 2.3.2026\n']) {
      const { exceptions } = await extractFrom(text, asked);
      expect(JSON.stringify(exceptions)).not.toMatch(/\d\.\d/);
    }
  });
});

describe('two candidates that disagree are ambiguous, both spans shown', () => {
  it('by two dates under one label', async () => {
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

  it('the same value twice is one value, at its first place', async () => {
    const { result } = await extractFrom('Hasar tarihi: 12.03.2026\nHasar tarihi: 12 Mart 2026\n', asked);
    expect(result).toMatchObject({ value: '2026-03-12', evidence: { start: 14 } });
  });

  it('1.200 and 1.200,00 are the same amount', async () => {
    const find = [byLabel('Toplam')];
    expect(await valueFrom('Toplam: 1.200\nToplam: 1.200,00 TL\n', { type: money, find })).toEqual({
      amount: '1200.00',
      currency: 'TRY',
    });
  });

  it('an identifier with wrong check digits beside a right one', async () => {
    const type = { kind: 'identifier' as const, scheme: 'tckn' as const };
    const text = 'TCKN: 10000000146\nTCKN: 10000000147\n';
    expect(await valueFrom(text, { type, find: [byLabel('TCKN')] })).toEqual(['10000000146', '10000000147']);
  });

  it('a wrong check digit under the label is not made good by another identifier of the source', async () => {
    const type = { kind: 'identifier' as const, scheme: 'tckn' as const };
    const find: readonly Finder[] = [byLabel('TCKN'), { by: 'pattern', pattern: '\\d{11}' }];
    expect(await valueFrom('TCKN: 10000000147\nEksper 10000000146\n', { type, find })).toBe('check_digit');
  });
});

describe('confidence is a formula of the method and of what passes by chance', () => {
  const scheme = (name: 'iban' | 'tckn') => ({ kind: 'identifier' as const, scheme: name });
  it.for<[string, string, Asked, number, string]>([
    [
      'a pattern',
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
  ])('%s', async ([, text, ask, confidence, confidenceBasis]) => {
    expect((await extractFrom(text, ask)).result).toMatchObject({ confidence, confidenceBasis });
  });
});

describe('a value under the floor of its tool', () => {
  it('is ambiguous, with its passage; at the floor it is answered', async () => {
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

describe('tables, patterns, pointers', () => {
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

  it('a cell is found by its header and by what stands in its row', async () => {
    const { result } = await extractFrom(invoice, { type: money, find: [cell(['Genel toplam'])] });
    expect(result).toMatchObject({ value: { amount: '1500.00', currency: 'TRY' }, confidence: 0.88, method: 'table' });
  });

  it('of rows of two names those of the first are meant; of two rows of one name neither is guessed', async () => {
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

  it('a remark in brackets ends the name of a row, unless it makes it another label', async () => {
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

  it('without a row the table must have one', async () => {
    expect(await valueFrom(invoice, { type: money, find: [cell()] })).toBe('not_found');
    const one = tabled([
      ['Kalem', 'Amount'],
      ['Tampon', '1.000,00'],
    ]);
    expect(await valueFrom(one, { type: money, find: [cell()] })).toEqual({ amount: '1000.00', currency: 'TRY' });
  });

  it('numbers of a spreadsheet are written as machines do, and its texts as declared', async () => {
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

  it('a pattern captures the group `value`, in time that is linear in the text', async () => {
    const find: readonly Finder[] = [{ by: 'pattern', pattern: '(?i)poliçe\\s+(?P<value>[a-z]+-\\d+)' }];
    const type = { kind: 'text' as const, maxLength: 20 };
    expect(await valueFrom('No: X-9, POLİÇE POL-77.\n', { type, find })).toBe('not_found');
    expect(await valueFrom('No: X-9, Poliçe POL-77.\n', { type, find })).toBe('POL-77');
    const evil: readonly Finder[] = [{ by: 'pattern', pattern: '(?:a*)*b' }];
    const spent = cpuTime();
    expect(await valueFrom('a'.repeat(200_000), { type, find: evil })).toBe('not_found');
    expect(spent()).toBeLessThan(2000);
  });

  it('a pointer reads a scalar: numbers as JSON has them, strings as declared, escapes as they mean', async () => {
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

describe('a source that has no text', () => {
  const extractor = extractorOf(date, [byLabel('Tarih')]);
  const id = `src-${'0'.repeat(64)}`;

  it('in work is retryable, and nothing is recorded', async () => {
    for (const state of ['awaited', 'received'] as const) {
      const asked = extract({ source: { id, state }, extractor, property: 'wanted', hints: undefined });
      await expect(asked).rejects.toMatchObject({
        code: 'dependency.unavailable',
        exceptions: [{ kind: 'extract.source_pending', retryable: true }],
      });
    }
  });

  it("refused is a value with the source's own exception", async () => {
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

  it('a notation that the extractor does not read is no hint', async () => {
    const source = sourceOf(located('Tarih: 12.03.2026'));
    const asked = extract({ source, extractor, property: 'wanted', hints: { notation: 'en-GB' } });
    await expect(asked).rejects.toMatchObject({ code: 'arguments.invalid', pointer: '/hints/notation' });
  });
});
