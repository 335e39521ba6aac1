import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../../patterns/extraction/artefact.ts';
import { extractorOf, tabled, valueFrom } from './located.ts';

const type = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
const ask = { type, find: [{ by: 'sum' }] satisfies readonly Finder[] };
const lira = (amount: string) => ({ amount, currency: 'TRY' });

describe('A total found by its sum', () => {
  it('A sum finder finds net plus VAT as the total, even after items that do not add up to it', async () => {
    const text = 'Tampon\t2\t50,00\t100,00\nİskonto\t-10,00\nMatrah\t90,00\nKDV %20\t18,00\nBedel\t108,00 TL\n';
    expect(await valueFrom(text, ask)).toEqual(lira('108.00'));
  });

  it('If a net is the sum of its items and a total is the sum of net and VAT, the sum finder finds the total', async () => {
    const text = 'A\t60,00\nB\t40,00\nNet\t100,00\nKDV\t20,00\nSon\t120,00\n';
    expect(await valueFrom(text, ask)).toEqual(lira('120.00'));
  });

  it('A sum finder finds a total within a sentence', async () => {
    const text = 'Onarım 1.000,00 TL, çekici 200,00 TL ve ekspertiz 50,00 TL olmak üzere 1.250,00 TL istiyoruz.\n';
    expect(await valueFrom(text, ask)).toEqual(lira('1250.00'));
  });

  it('In a table, a sum finder adds the last amount of each row', async () => {
    const rows = tabled([
      ['Kalem', 'Adet', 'Tutar'],
      ['Cam', '2', '300'],
      ['İşçilik', '1', '50.5'],
      ['', '', '350.5'],
    ]);
    const sheet = { ...rows, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
    expect(await valueFrom(sheet, ask)).toEqual(lira('350.50'));
  });

  it('A sum finder does not add amounts in two currencies, and finds no total if an amount only repeats the one other amount, with or without a zero', async () => {
    expect(await valueFrom('A\t60,00 TL\nB\t40,00 EUR\nC\t100,00 TL\n', ask)).toBe('not_found');
    expect(await valueFrom('Tampon\t100,00\nToplam\t100,00\n', ask)).toBe('not_found');
    expect(await valueFrom('Indirim\t0,00\nTampon\t100,00\nToplam\t100,00\n', ask)).toBe('not_found');
  });

  it('For any generated bill, a sum finder finds the total', async () => {
    const cents = fc.integer({ min: 1, max: 99_999_99 });
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 2, maxLength: 30 }), async (items) => {
        const total = items.reduce((sum, item) => sum + item, 0);
        const text = [...items, total].map((amount, i) => `Kalem ${i}\t${(amount / 100).toFixed(2)}`).join('\n');
        const amount = (total / 100).toFixed(2);
        expect(await valueFrom(text, { ...ask, notations: ['plain'] })).toEqual(lira(amount));
      }),
      { numRuns: 50 },
    );
  });

  it('A sum finder and a table finder find their value in a sheet of 50 000 rows', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => [`Kalem ${i}`, '1', '10,00']);
    const sheet = tabled([...rows, ['Net', '', '500,00'], ['KDV', '', '100,00'], ['Bedel', '', '600,00']]);
    expect(await valueFrom(sheet, ask)).toEqual(lira('600.00'));
    expect(await valueFrom(sheet, { type, find: [{ by: 'table', column: ['1'] }] })).toEqual(lira('1.00'));
  });

  it('An extractor is refused if it has a sum finder for another type than money', () => {
    expect(provedExtractor.safeParse(extractorOf(type, ask.find)).success).toBe(true);
    expect(provedExtractor.safeParse(extractorOf({ kind: 'date' }, ask.find)).success).toBe(false);
  });
});
