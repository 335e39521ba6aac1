import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../../patterns/extraction/artefact.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { extractorOf, tabled, valueFrom } from './located.ts';

const type = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
const ask = { type, find: [{ by: 'sum' }] satisfies readonly Finder[] };
const lira = (amount: string) => ({ amount, currency: 'TRY' });

describe('the amount that others add up to is the total, whatever it is called', () => {
  it('net and VAT, behind items that add up to nothing', async () => {
    const text = 'Tampon\t2\t50,00\t100,00\nİskonto\t-10,00\nMatrah\t90,00\nKDV %20\t18,00\nBedel\t108,00 TL\n';
    expect(await valueFrom(text, ask)).toEqual(lira('108.00'));
  });

  it('of a net that is a sum itself and the total above it, the total', async () => {
    const text = 'A\t60,00\nB\t40,00\nNet\t100,00\nKDV\t20,00\nSon\t120,00\n';
    expect(await valueFrom(text, ask)).toEqual(lira('120.00'));
  });

  it('in a sentence', async () => {
    const text = 'Onarım 1.000,00 TL, çekici 200,00 TL ve ekspertiz 50,00 TL olmak üzere 1.250,00 TL istiyoruz.\n';
    expect(await valueFrom(text, ask)).toEqual(lira('1250.00'));
  });

  it('of a table its rows, each by its last amount', async () => {
    const rows = tabled([
      ['Kalem', 'Adet', 'Tutar'],
      ['Cam', '2', '300'],
      ['İşçilik', '1', '50.5'],
      ['', '', '350.5'],
    ]);
    const sheet = { ...rows, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
    expect(await valueFrom(sheet, ask)).toEqual(lira('350.50'));
  });

  it('two currencies are not added up, nor one amount twice, nor nothing', async () => {
    expect(await valueFrom('A\t60,00 TL\nB\t40,00 EUR\nC\t100,00 TL\n', ask)).toBe('not_found');
    expect(await valueFrom('Tampon\t100,00\nToplam\t100,00\n', ask)).toBe('not_found');
    expect(await valueFrom('Indirim\t0,00\nTampon\t100,00\nToplam\t100,00\n', ask)).toBe('not_found');
  });

  it('every generated bill has its total', async () => {
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

  it('of a sheet of 50 000 rows it is found in bounded work', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => [`Kalem ${i}`, '1', '10,00']);
    const sheet = tabled([...rows, ['Net', '', '500,00'], ['KDV', '', '100,00'], ['Bedel', '', '600,00']]);
    const spent = cpuTime();
    expect(await valueFrom(sheet, ask)).toEqual(lira('600.00'));
    expect(await valueFrom(sheet, { type, find: [{ by: 'table', column: ['1'] }] })).toEqual(lira('1.00'));
    expect(spent()).toBeLessThan(2000);
  });

  it('an extractor finds nothing but money so', () => {
    expect(provedExtractor.safeParse(extractorOf(type, ask.find)).success).toBe(true);
    expect(provedExtractor.safeParse(extractorOf({ kind: 'date' }, ask.find)).success).toBe(false);
  });
});
