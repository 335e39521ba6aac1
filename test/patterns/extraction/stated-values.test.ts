import { describe, expect, it } from 'vitest';
import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../../patterns/extraction/artefact.ts';
import { byLabel, extractorOf, located, valueFrom } from './located.ts';

const notations: readonly Notation[] = ['tr-TR', 'en-GB'];
const find = [byLabel('Genel toplam')];
const money = { type: { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' }, find, notations };
const decimal = { type: { kind: 'decimal' as const, scale: 3 }, find, notations };
const date = { type: { kind: 'date' as const, century: 20 }, find, notations };

describe('what stands behind a number belongs to it, or it is no value', () => {
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
  ])('an amount is not the beginning of %s', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, money)).toBe('malformed');
  });

  it.each(['1e5', '12,50-', '1 250', '12x'])('a decimal is not the beginning of %s', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, decimal)).toBe('malformed');
  });

  it.each([
    '1.150,00',
    '1.150,00 TL',
    '1.150,00 TL (yalnız bin yüz elli)',
    '1.150,00 KDV dahil',
    '1.150,00 TL’dir.',
    '1.150,00 - peşin',
  ])('but an amount stands before %s', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, money)).toEqual({ amount: '1150.00', currency: 'TRY' });
  });
});

describe('values side by side behind one label are all said, and disagree', () => {
  it.each(['3.2.2026 veya 4.2.2026', '3.2.2026 / 4.2.2026', '3.2.2026 - 4.2.2026'])('%s', async (text) => {
    expect(await valueFrom(`Genel toplam: ${text}\n`, date)).toEqual(['3.2.2026', '4.2.2026']);
  });

  it('1.150,00 TL / 2.300,00 TL', async () => {
    const found = await valueFrom('Genel toplam: 1.150,00 TL / 2.300,00 TL\n', money);
    expect(found).toEqual(['1.150,00 TL', '2.300,00 TL']);
  });

  it('what only stands in the same field is not', async () => {
    expect(await valueFrom('Genel toplam: 3.2.2026 (ihbar 5.2.2026)\n', date)).toBe('2026-02-03');
    expect(await valueFrom('Genel toplam: 3.2.2026 / 03.02.2026\n', date)).toBe('2026-02-03');
  });
});

it('an IBAN ends where its country says, whatever word follows it', async () => {
  const iban = { type: { kind: 'identifier' as const, scheme: 'iban' as const }, find: [byLabel('IBAN')] };
  const text = located('IBAN: ES91 2100 0418 4502 0005 1332 BIC CAIXESBB\n');
  expect(await valueFrom(text, iban)).toBe('ES9121000418450200051332');
});

it.each(['.', '...', ' : ', '\u00ad'])('a label that says nothing is refused: %j', (label) => {
  expect(provedExtractor.safeParse(extractorOf({ kind: 'date' }, [byLabel(label)])).success).toBe(false);
});
