import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { byLabel, valueFrom } from './located.ts';

const tr: readonly Notation[] = ['tr-TR'];
const en: readonly Notation[] = ['en-GB'];
const both: readonly Notation[] = ['tr-TR', 'en-GB'];
const money = { kind: 'money' as const, currencies: ['TRY', 'EUR', 'GBP'], currency: 'TRY' };
const find = [byLabel('Değer')];
const date = (text: string, notations = both, century?: number) =>
  valueFrom(`Değer: ${text}\n`, {
    type: { kind: 'date', ...(century === undefined ? {} : { century }) },
    find,
    notations,
  });
const amount = (text: string, notations = both) => valueFrom(`Değer: ${text}\n`, { type: money, find, notations });
const decimal = (text: string, notations: readonly Notation[]) =>
  valueFrom(`Değer: ${text}\n`, { type: { kind: 'decimal', scale: 6 }, find, notations });
const identifier = (scheme: 'iban' | 'tckn' | 'vkn' | 'vin', text: string) =>
  valueFrom(`Değer: ${text}\n`, { type: { kind: 'identifier', scheme }, find });

const iso = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const trMonths = 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'.split(' ');
const enMonths = 'January February March April May June July August September October November December'.split(' ');
const parts = (text: string) => text.split('-') as [string, string, string];

describe('Dates', () => {
  it('For any day, a date is read back from every Turkish and English way of writing it', async () => {
    await fc.assert(
      fc.asyncProperty(iso, async (day) => {
        const [y, m, d] = parts(day);
        const short = String(Number(d));
        for (const written of [
          `${d}.${m}.${y}`,
          `${d}/${m}/${y}`,
          `${d}-${m}-${y}`,
          `${short} ${trMonths[Number(m) - 1]} ${y}`,
          day,
        ]) {
          expect(await date(written, tr)).toBe(day);
        }
        for (const written of [
          `${d}/${m}/${y}`,
          `${short} ${enMonths[Number(m) - 1]} ${y}`,
          `${enMonths[Number(m) - 1]} ${short}, ${y}`,
        ]) {
          expect(await date(written, en)).toBe(day);
        }
      }),
    );
  });

  it.each([
    ['31.02.2026', 'malformed'],
    ['00.03.2026', 'malformed'],
    ['12.13.2026', 'malformed'],
    ['12.03.26', 'malformed'],
    ['bildirilmedi', 'malformed'],
    ['12.03.2026 14:30', '2026-03-12'],
    ['Perşembe, 12 Mart 2026', '2026-03-12'],
    ['12 MART 2026 Perşembe', '2026-03-12'],
    ['3 AĞUSTOS 2026', '2026-08-03'],
    ['1 kasım 2026', '2026-11-01'],
    ['12th of March 2026', '2026-03-12'],
    ["12.03.2026'da", '2026-03-12'],
  ])('The date %s is read as %s', async (written, value) => expect(await date(written)).toBe(value));

  it('If the extractor declares a century, a year of two digits is read in that century', async () => {
    expect(await date('12.03.26', tr, 20)).toBe('2026-03-12');
  });

  it('A date with the name of a month is malformed if the extractor does not declare the notation of that name', async () => {
    expect(await date('12 March 2026', tr)).toBe('malformed');
    expect(await date('12 Mart 2026', en)).toBe('malformed');
  });

  it('The last day of a range, as in `12.-14. Juni 2021`, is not read as a date alone', async () => {
    expect(await date('12.-14. Juni 2021', ['de-DE'])).toBe('malformed');
    expect(await date('12 - 14 June 2021', en)).toBe('malformed');
  });

  it('In the notation `plain`, only ISO 8601 dates are read', async () => {
    expect(await date('12.03.2026', ['plain'])).toBe('malformed');
    expect(await date('2026-03-12', ['plain'])).toBe('2026-03-12');
  });
});

/** Writes an exact number in a notation, with its digits grouped by three. */
const written = (whole: string, part: string, [group, point]: readonly [string, string]): string =>
  `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${part === '' ? '' : point + part}`;
const whole = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String);

describe('Numbers', () => {
  it('For any number of digits, a number is read back exactly from each notation', async () => {
    const part = fc.stringMatching(/^\d{0,6}$/);
    await fc.assert(
      fc.asyncProperty(whole, part, async (integer, digits) => {
        const value = digits === '' ? integer : `${integer}.${digits}`;
        expect(await decimal(written(integer, digits, ['.', ',']), tr)).toBe(value);
        expect(await decimal(written(integer, digits, [',', '.']), en)).toBe(value);
        expect(await decimal(value, ['plain'])).toBe(value);
      }),
    );
  });

  it('The number 1.234 is a thousand in tr-TR, a little over one in en-GB, and ambiguous if both are declared', async () => {
    expect(await decimal('1.234', tr)).toBe('1234');
    expect(await decimal('1.234', en)).toBe('1.234');
    expect(await decimal('1.234', both)).toEqual(['1.234']);
  });

  it.each([
    ['1.234,5', '1234.5'],
    ['-12,50', '-12.50'],
    ['\u22127', '-7'],
    ['1.23,4', 'malformed'],
    ['1,2,3', 'malformed'],
    ['12.03.2026', 'malformed'],
  ])('In tr-TR, the number %s is read as %s', async (text, value) => expect(await decimal(text, tr)).toBe(value));
});

describe('Money', () => {
  it('If two notations are declared, an amount with no or two decimals is read back from each of them', async () => {
    const part = fc.stringMatching(/^(?:\d{2})?$/);
    await fc.assert(
      fc.asyncProperty(whole, part, async (integer, digits) => {
        const value = { amount: `${integer}.${digits === '' ? '00' : digits}`, currency: 'TRY' };
        expect(await amount(`${written(integer, digits, ['.', ','])} TL`)).toEqual(value);
        expect(await amount(`TRY ${written(integer, digits, [',', '.'])}`)).toEqual(value);
      }),
    );
  });

  it.each([
    ['₺1.234,56', '1234.56', 'TRY'],
    ['1.234,56₺', '1234.56', 'TRY'],
    ['1.234,56 Türk Lirası', '1234.56', 'TRY'],
    ['€ 99', '99.00', 'EUR'],
    ['EUR 1,234.56', '1234.56', 'EUR'],
    ['-1.234,56 TL', '-1234.56', 'TRY'],
    ['£12,345', '12345.00', 'GBP'],
    ['12.450', '12450.00', 'TRY'],
  ])('The text %s is read as the amount %s in %s', async (text, value, currency) =>
    expect(await amount(text)).toEqual({ amount: value, currency }),
  );

  it.each(['1.234,5 TL', '12 CHF', '$ 12', 'EUR 12 TL', '1.2.3 TL'])(
    'The text %s is malformed as money',
    async (text) => expect(await amount(text)).toBe('malformed'),
  );

  it('If an amount has no currency beside it and the extractor declares no default, the answer is extract.malformed', async () => {
    const type = { kind: 'money' as const, currencies: ['TRY'] };
    expect(await valueFrom('Değer: 12,00', { type, find })).toBe('malformed');
  });
});

describe('Check digits of identifiers', () => {
  it.each([
    ['iban', 'TR33 0006 1005 1978 6457 8413 26', 'TR330006100519786457841326'],
    ['iban', 'GB82WEST12345698765432', 'GB82WEST12345698765432'],
    ['iban', 'BE68 5390 0754 7034 TL', 'BE68539007547034'],
    ['iban', 'NO 62 650 204 441 20', 'NO6265020444120'],
    ['iban', 'NO71.4202.47.14777', 'NO7142024714777'],
    ['iban', 'ES39 0081 0294 66 0001238624', 'ES3900810294660001238624'],
    ['tckn', '10000000146', '10000000146'],
    ['vkn', '1234567890', '1234567890'],
    ['vin', '1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['vin', '11111111111111111', '11111111111111111'],
  ] as const)(
    'An identifier of the scheme %s is accepted if its check digits are right: %s',
    async (scheme, text, value) => expect(await identifier(scheme, text)).toBe(value),
  );

  it('If any single digit of an identifier is changed, the answer is check_digit', async () => {
    const right = {
      iban: 'TR330006100519786457841326',
      tckn: '10000000146',
      vin: '1M8GDM9AXKP042788',
    } as const;
    for (const [scheme, text] of Object.entries(right)) {
      for (const [i, digit] of Array.from(text).entries()) {
        if (!/\d/.test(digit) || (scheme === 'tckn' && i === 0)) continue;
        const other = `${text.slice(0, i)}${(Number(digit) + 1) % 10}${text.slice(i + 1)}`;
        expect(await identifier(scheme as keyof typeof right, other), other).toBe('check_digit');
      }
    }
  });
});

describe('Texts and closed lists', () => {
  it('If a text property has a `form` (RE2), the text after the label must begin with a match; otherwise the value is malformed', async () => {
    const type = { kind: 'text' as const, form: '\\d{2} ?[A-Z]{1,3} ?\\d{2,5}', maxLength: 12 };
    expect(await valueFrom('Değer: 34 ABC 123 (Renault)', { type, find })).toBe('34 ABC 123');
    expect(await valueFrom('Değer: araç 34 ABC 123', { type, find })).toBe('malformed');
  });

  it('A value of a closed list is found by any of its spellings, and a longer spelling is tried before a shorter one', async () => {
    const type = {
      kind: 'enum' as const,
      values: { collision: ['çarpışma', 'kaza'], theft: ['hırsızlık'], chain: ['zincirleme kaza'] },
    };
    expect(await valueFrom('Değer: ÇARPIŞMA', { type, find })).toBe('collision');
    expect(await valueFrom('Değer: Zincirleme Kaza sonucu', { type, find })).toBe('chain');
    expect(await valueFrom('Değer: kazadan sonra', { type, find })).toBe('malformed');
    expect(await valueFrom('Değer: kaza ve hırsızlık', { type, find })).toEqual(['kaza', 'hırsızlık']);
  });
});
