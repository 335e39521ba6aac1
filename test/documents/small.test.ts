import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateSource } from '../../adapters/located-text/locate.ts';
import type { Finder, Notation, PropertyType } from '../../contract/artefacts/extractor.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { located, valueFrom } from '../patterns/extraction/located.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.txt': 'text/plain',
};
const textOf = async (file: string): Promise<LocatedText> => {
  const bytes = readFileSync(join(import.meta.dirname, 'small', file));
  return (await locateSource(bytes, 'a'.repeat(64), mediaTypes[extname(file)] ?? '')).text;
};
const notations: readonly Notation[] = ['en-GB', 'tr-TR'];
const label = (text: string): Finder => ({ by: 'label', labels: [text], look: ['right', 'below'] });
const text = { kind: 'text', maxLength: 100 } as const;
const date = { kind: 'date', century: 20 } as const;
const money = (currency: string): PropertyType => ({ kind: 'money', currencies: ['EUR', 'USD', 'TRY'], currency });

describe('Small documents', () => {
  it.for<[file: string, type: PropertyType, find: Finder, value: unknown]>([
    ['01-pdf-value-drawn-before-label.pdf', text, label('Invoice number'), 'A-1001'],
    ['01-pdf-value-drawn-before-label.pdf', date, label('Invoice date'), '2026-02-05'],
    ['02-pdf-baseline-a-little-off.pdf', money('EUR'), label('Total'), 'not_found'],
    ['04-pdf-filled-form.pdf', text, label('Policy no'), 'POL-2026-000017'],
    ['05-docx-policy-number-in-the-page-header.docx', text, label('Policy no'), 'POL-2026-000017'],
    ['06-docx-main-part-document2.docx', text, label('Policy no'), 'POL-2026-000017'],
    ['07-xlsx-with-a-chart-sheet.xlsx', text, label('Policy no'), 'POL-2026-000017'],
    ['09-xlsx-time-of-day.xlsx', date, label('Reported at'), 'not_found'],
    ['10-colon-in-a-column-of-its-own.txt', date, label('Loss date'), '2026-02-03'],
    ['12-millions.txt', money('EUR'), label('Sum insured'), { amount: '25000000.00', currency: 'EUR' }],
    ['14-currency-in-words.txt', money('EUR'), label('Total'), 'malformed'],
    ['15-minus-before-the-sign.txt', money('TRY'), { by: 'pattern', pattern: 'Bakiye: (?P<value>.*)' }, { amount: '-3.19', currency: 'TRY' }],
    ['16-sum-is-the-vat.txt', money('EUR'), { by: 'sum' }, 'not_found'],
    ['18-header-whose-last-word-is-the-label.txt', money('EUR'), label('Total'), 'not_found'],
    ['20-space-behind-the-point.txt', money('USD'), label('Total'), 'malformed'],
    ['21-month-first-proved-by-another-date.txt', date, label('Invoice date'), ['03/04/2026']],
    ['22-weekday-in-short.txt', date, label('Date'), '2026-01-09'],
    ['23-integer-below-a-header.txt', money('EUR'), label('VAT'), 'not_found'],
  ])('The property gets the expected value from the document %s', async ([file, type, find, value]) => {
    expect(await valueFrom(await textOf(file), { type, find: [find], notations })).toEqual(value);
  });
});

describe('Amounts', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  it.each<[text: string, value: unknown, notation?: Notation]>([
    ['Total: EUR 25 million', eur('25000000.00')],
    ['Total: 1,5 Mio. EUR', eur('1500000.00'), 'de-DE'],
    ['Total: 25 bin EUR', eur('25000.00'), 'tr-TR'],
    ['Total: € 2.75bn', eur('2750000000.00')],
    ['Total (in thousands): 1,250.00', 'malformed'],
    ['All amounts in EUR thousands\nTotal: 1,250.00', 'malformed'],
    ['(bin EUR)\nTotal: 1.250,00', 'malformed', 'tr-TR'],
    ['Amounts in millions of euros\nTotal: 1,250.00', 'malformed'],
    ['Total amount (DEM): 37.763,70', 'malformed', 'de-DE'],
    ['Total: 100.00 Deutsche Mark', 'malformed'],
    ['Total: 100.00 Swedish kronor', 'malformed'],
    ['Total: 100.00\nPaid in Swiss francs', 'malformed'],
    ['Total: -€3.19', eur('-3.19')],
    ['Total: − € 3.19', eur('-3.19')],
    ['Total: €-3.19', eur('-3.19')],
    ['Total: -3.19 EUR', eur('-3.19')],
    ['Total: 3.19- EUR', 'malformed'],
    ['Total: 3.19 EUR-', 'malformed'],
    ['Total: EUR 3.19 CR', 'malformed'],
    ['Total: (3.19 EUR)', 'malformed'],
    ['Total: €119. 95', 'malformed'],
    ['Total: 1 250,00 EUR', eur('1250.00'), 'fr-FR'],
    ['Total: 1\u202f250,00 EUR', eur('1250.00'), 'fr-FR'],
    ["Total: EUR 1'250.00", eur('1250.00'), 'de-CH'],
    ['Total: EUR 1’250.00', eur('1250.00'), 'de-CH'],
    ['Total: 1250¹ EUR', eur('1250.00')],
    ['Total: 10⁶ EUR', 'malformed'],
    ['Total\n5', 'not_found'],
    ['Total\n5.00', 'not_found'],
    ['Total\n5.00 EUR', eur('5.00')],
    ['Total EUR\n5.00', eur('5.00')],
  ])('In the text %j, the amount has the expected value or is not read', async (written, value, notation = 'en-GB') => {
    const found = label(written.includes('Total amount') ? 'Total amount' : 'Total');
    expect(await valueFrom(located(written), { type: money('EUR'), find: [found], notations: [notation] })).toEqual(value);
  });
});

describe('The order of day and month', () => {
  it.each<[text: string, notations: readonly Notation[], value: unknown]>([
    ['Date: 03/04/2026', ['en-GB'], '2026-04-03'],
    ['Date: 03/04/2026', ['en-US'], '2026-03-04'],
    ['Date: 03/04/2026', ['en-GB', 'en-US'], ['03/04/2026']],
    ['Date: 03/04/2026\nDue: 03/31/2026', ['en-GB'], ['03/04/2026']],
    ['Date: 03/04/2026\nDue: 03/31/2026', ['en-GB', 'en-US'], '2026-03-04'],
    ['Date: 03/04/2026\nDue: 31/03/2026', ['en-GB', 'en-US'], '2026-04-03'],
    ['Date: 31/03/2026', ['en-US'], '2026-03-31'],
    ['Date: 3.4.2026', ['en-US', 'de-DE'], '2026-04-03'],
    ['Date: Fr., 9. Januar 2026', ['de-DE'], '2026-01-09'],
    ['Date: Mon 9 Feb 2026', ['en-GB'], '2026-02-09'],
    ['Date: Cum, 9 Oca 2026', ['tr-TR'], '2026-01-09'],
    ['Date: vendredi 9 janvier 2026', ['fr-FR'], '2026-01-09'],
    ['Date: January 9, 2026', ['en-US'], '2026-01-09'],
  ])('In the text %j with the notations %j, the date is read in the right order of day and month', async (written, notations, value) => {
    expect(await valueFrom(located(written), { type: date, find: [label('Date')], notations })).toEqual(value);
  });
});

describe('The finder `sum`', () => {
  const sum = (text: string) => valueFrom(located(text), { type: money('EUR'), find: [{ by: 'sum' }], notations: ['en-GB'] });
  it.each<[text: string, value: unknown]>([
    ['Net 100.00 EUR\nVAT 20.00 EUR\nTotal 120.00 EUR\n', { amount: '120.00', currency: 'EUR' }],
    ['Net -100.00 EUR\nVAT -20.00 EUR\nTotal -120.00 EUR\n', { amount: '-120.00', currency: 'EUR' }],
    ['VAT 11.20 EUR\nVAT 63.84 EUR\nVAT 75.04 EUR\nTo pay 571.04 EUR\n', 'not_found'],
  ])('In the text %j, the finder `sum` finds the total that is the sum of the amounts above it, and finds no other total', async (text, value) => {
    expect(await sum(text)).toEqual(value);
  });
});

describe('A form field and its page', () => {
  it('If a form field and its page have different values, both are shown; if they are equal, the value is extracted', async () => {
    const of = (page: string) =>
      located(`Policy no:\tA-1\t${page}`, {
        regions: [
          { kind: 'field', name: 'p', start: 11, end: 14 },
          { kind: 'field', name: 'p', start: 15, end: 15 + page.length },
        ],
      });
    const asked = { type: text, find: [label('Policy no')] };
    expect(await valueFrom(of('A-2'), asked)).toEqual(['A-1', 'A-2']);
    expect(await valueFrom(of('A-1'), asked)).toBe('A-1');
  });

  it('No finder finds text that a reader cannot see', async () => {
    const unseen = located('Total: 5.00 EUR\nTotal: 9.00 EUR\n', {
      regions: [{ kind: 'unseen', name: 'p', start: 16, end: 31 }],
    });
    const finders: readonly Finder[] = [label('Total'), { by: 'pattern', pattern: String.raw`[\d.]+ EUR` }];
    for (const find of finders) {
      expect(await valueFrom(unseen, { type: money('EUR'), find: [find], notations: ['en-GB'] })).toEqual({ amount: '5.00', currency: 'EUR' });
    }
  });
});
