import { describe, expect, it } from 'vitest';
import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../../patterns/extraction/artefact.ts';
import { byLabel, extractorOf, located, valueFrom } from './located.ts';

const notations: readonly Notation[] = ['tr-TR', 'en-GB'];
const find = [byLabel('Genel toplam')];
const money = { type: { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' }, find, notations };
const decimal = { type: { kind: 'decimal' as const, scale: 3 }, find, notations };
const date = { type: { kind: 'date' as const, century: 20 }, find, notations };

describe('The text behind a number', () => {
  it.each([
    '1 150,00 TL',
    '1\u00a0150,00 TL',
    "1'150.00 TL",
    '12 345,67 TL',
    '2 x 575,00 TL',
    '12 taksit 100,00 TL',
    '250 adet',
    '1.150,00- TL',
    '1.150,00 TL-',
    '15%',
  ])('The field %s is malformed as an amount, and no number at its beginning is taken', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, money)).toBe('malformed');
  });

  it.each(['1e5', '12,50-', '1 250', '12x'])(
    'The field %s is malformed as a decimal, and no number at its beginning is taken',
    async (text) => {
      expect(await valueFrom(`Genel toplam: ${text}\n`, decimal)).toBe('malformed');
    },
  );

  it.each([
    '1.150,00',
    '1.150,00 TL',
    '1.150,00 TL (yalnız bin yüz elli)',
    '1.150,00 KDV dahil',
    '1.150,00 TL’dir.',
    '1.150,00 - peşin',
  ])('The amount at the beginning of the field %s is extracted', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, money)).toEqual({ amount: '1150.00', currency: 'TRY' });
  });
});

describe('Several values behind one label', () => {
  it.each(['3.2.2026 veya 4.2.2026', '3.2.2026 / 4.2.2026', '3.2.2026 - 4.2.2026'])(
    'The field %s is ambiguous, and both dates are quoted',
    async (text) => {
      expect(await valueFrom(`Genel toplam: ${text}\n`, date)).toEqual(['3.2.2026', '4.2.2026']);
    },
  );

  it('The field 1.150,00 TL / 2.300,00 TL is ambiguous, and both amounts are quoted', async () => {
    const found = await valueFrom('Genel toplam: 1.150,00 TL / 2.300,00 TL\n', money);
    expect(found).toEqual(['1.150,00 TL', '2.300,00 TL']);
  });

  it('A second date in brackets, or the same date in another notation, does not make a field ambiguous', async () => {
    expect(await valueFrom('Genel toplam: 3.2.2026 (ihbar 5.2.2026)\n', date)).toBe('2026-02-03');
    expect(await valueFrom('Genel toplam: 3.2.2026 / 03.02.2026\n', date)).toBe('2026-02-03');
  });
});

it('An IBAN ends at the length that its country has, whatever word follows it', async () => {
  const iban = { type: { kind: 'identifier' as const, scheme: 'iban' as const }, find: [byLabel('IBAN')] };
  const text = located('IBAN: ES91 2100 0418 4502 0005 1332 BIC CAIXESBB\n');
  expect(await valueFrom(text, iban)).toBe('ES9121000418450200051332');
});

it.each(['.', '...', ' : ', '\u00ad'])(
  'An extractor is refused if it has a label without letters or digits: %j',
  (label) => {
    expect(provedExtractor.safeParse(extractorOf({ kind: 'date' }, [byLabel(label)])).success).toBe(false);
  },
);
