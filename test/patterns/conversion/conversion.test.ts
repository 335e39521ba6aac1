import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateTable } from '../../../contract/artefacts/rate-table.ts';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { rates } from '../artefacts.ts';
import { failureOf } from '../failures.ts';
import { convert } from './convert.ts';
import { converted } from './oracle.ts';

const to = (currency: string, rounding: (typeof roundingModes)[number] = 'half-even') =>
  ({ kind: 'currency', currency, rates: 'rates.test', rounding }) as const;

describe('A currency conversion', () => {
  it('A currency conversion returns the value with its rate table, its steps and its rounding', async () => {
    expect(await convert({ value: { amount: '100.00', currency: 'EUR' }, target: to('USD') })).toEqual({
      result: {
        status: 'converted',
        value: { amount: '117.28', currency: 'USD' },
        rates: { table: 'rates.test@2.0.0', source: 'a test', asOf: '2026-01-02', base: 'TRY' },
        steps: [
          { from: 'EUR', to: 'TRY', rate: '51.25', by: 'multiplied', rounding: 'exact' },
          { from: 'TRY', to: 'USD', rate: '43.7', by: 'divided', rounding: 'half-even' },
        ],
        rounding: { mode: 'half-even', minorUnits: 2 },
      },
    });
  });

  it.each([
    ['JPY', '363.86'],
    ['KWD', '0.721'],
    ['TRY', '102.50'],
  ])('A currency conversion rounds %s to its minor units according to ISO 4217', async (currency) => {
    const { result } = await convert({ value: { amount: '2', currency: 'EUR' }, target: to(currency, 'down') });
    const digits = { JPY: 0, KWD: 3, TRY: 2 }[currency];
    expect(result).toMatchObject({ status: 'converted', rounding: { minorUnits: digits } });
    expect(result.status === 'converted' && (result.value.amount.split('.')[1]?.length ?? 0)).toBe(digits);
  });

  it.for([
    ['down', '0.00', '0.12', '-0.12'],
    ['half-up', '0.01', '0.13', '-0.13'],
    ['half-even', '0.00', '0.12', '-0.12'],
    ['up', '0.01', '0.13', '-0.13'],
  ] as const)(
    'The rounding mode %s applies to the magnitude, so a negative amount is rounded like a positive one',
    async ([mode, small, tie, negative]) => {
      const results = await Promise.all(
        ['0.005', '0.125', '-0.125'].map(async (amount) =>
          convert({ value: { amount, currency: 'EUR' }, target: to('EUR', mode) }),
        ),
      );
      expect(results.map(({ result }) => result.status === 'converted' && result.value.amount)).toEqual([
        small,
        tie,
        negative,
      ]);
    },
  );

  const decimal = (whole: number, fraction: number) =>
    fc
      .tuple(fc.bigInt(0n, 10n ** BigInt(whole) - 1n), fc.stringMatching(new RegExp(`^[0-9]{0,${fraction}}$`)))
      .map(([integer, digits]) => (digits === '' ? `${integer}` : `${integer}.${digits}`));
  const rate = decimal(6, 12).filter((text) => /[1-9]/.test(text));

  it('For any amount and rates, a declared rounding of the base amount is applied before the final rounding (checked with integers)', async () => {
    const mode = fc.constantFrom(...roundingModes);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          amount: decimal(9, 18),
          from: rate,
          back: rate,
          quotes: fc.constantFrom<NonNullable<RateTable['quotes']>>('base-per-unit', 'units-per-base'),
          baseRounding: fc.record({ mode, scale: fc.nat(12) }),
          last: mode,
        }),
        async ({ amount, from, back, quotes, baseRounding, last }) => {
          const table = { ...rates, quotes, rates: { EUR: from, USD: back } };
          const [times, over] = quotes === 'base-per-unit' ? [from, '1'] : ['1', from];
          const inBase = converted(
            amount,
            { from: times, to: over },
            { units: baseRounding.scale, mode: baseRounding.mode },
          );
          const expected =
            quotes === 'base-per-unit'
              ? converted(inBase, { from: '1', to: back }, { units: 2, mode: last })
              : converted(inBase, { from: back, to: '1' }, { units: 2, mode: last });
          // A longer result is refused. Another test checks that.
          fc.pre([inBase, expected].every((text) => (text.split('.')[0] ?? '').length <= 24));
          const target = { ...to('USD', last), baseRounding };
          const { result } = await convert({ value: { amount, currency: 'EUR' }, target }, { rates: table });
          expect(result).toMatchObject({ status: 'converted', value: { amount: expected, currency: 'USD' } });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('For any amount, rates and rounding mode, a currency conversion is rounded once from the exact value (checked with integers)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          negative: fc.boolean(),
          digits: decimal(9, 18),
          from: rate,
          back: rate,
          currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
          mode: fc.constantFrom(...roundingModes),
        }),
        async ({ negative, digits, from, back, currency, mode }) => {
          const amount = negative ? `-${digits}` : digits;
          const table = { ...rates, rates: { EUR: from, [currency]: back } };
          const units = { USD: 2, JPY: 0, KWD: 3, CLF: 4 }[currency] ?? 0;
          const expected = converted(amount, { from, to: back }, { units, mode });
          const { result } = await convert(
            { value: { amount, currency: 'EUR' }, target: to(currency, mode) },
            { rates: table },
          );
          expect(result).toMatchObject({ status: 'converted', value: { amount: expected, currency } });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('If a currency conversion is repeated, it returns the same bytes', async () => {
    const args = { value: { amount: '33.33', currency: 'USD' }, target: to('KWD') };
    expect(JSON.stringify(await convert(args))).toBe(JSON.stringify(await convert(args)));
  });

  it.each([
    ['GBP', 'EUR', 'GBP'],
    ['EUR', 'GBP', 'GBP'],
    ['GBP', 'CHF', 'GBP'],
  ])(
    'If the table has no rate for a conversion of %s to %s, the answer is rate_missing and no other rate is used',
    async (from, currency, missing) => {
      expect(await convert({ value: { amount: '1', currency: from }, target: to(currency) })).toEqual({
        result: { status: 'rate_missing', currency: missing, table: 'rates.test@2.0.0', day: '2026-01-02' },
        exceptions: [
          {
            kind: 'conversion.rate_missing',
            detail: `rates.test@2.0.0 has no rate of ${missing} for 2026-01-02 or any other day`,
          },
        ],
      });
    },
  );

  it('A conversion of a currency to itself is answered even if the table does not have that currency', async () => {
    const { result } = await convert({ value: { amount: '1.5', currency: 'GBP' }, target: to('GBP') });
    expect(result).toMatchObject({ value: { amount: '1.50', currency: 'GBP' }, steps: [] });
  });

  it.each(['XAU', 'XXX', 'HRK', 'EEE'])(
    'The currency code %s is refused as source and as target, because it has no minor units or is unknown',
    async (code) => {
      const target = await failureOf(() => convert({ value: { amount: '1', currency: 'EUR' }, target: to(code) }));
      const value = await failureOf(() => convert({ value: { amount: '1', currency: code }, target: to('EUR') }));
      expect([target.pointer, value.pointer]).toEqual(['/target/currency', '/value/currency']);
    },
  );

  it.each([
    100,
    '100',
    null,
    [],
    { amount: 100, currency: 'EUR' },
    { amount: '1e400', currency: 'EUR' },
    { amount: '1e2', currency: 'EUR' },
    { amount: '01', currency: 'EUR' },
    { amount: '1.', currency: 'EUR' },
    { amount: '+1', currency: 'EUR' },
    { amount: ' 1', currency: 'EUR' },
    { amount: '1'.repeat(25), currency: 'EUR' },
    { amount: '0x10', currency: 'EUR' },
    { amount: '٣', currency: 'EUR' },
    { amount: 'NaN', currency: 'EUR' },
    { amount: '1', currency: 'EUR', more: 1 },
  ])('A currency conversion refuses the value %j and does not coerce it', async (value) => {
    expect(await failureOf(() => convert({ value, target: to('USD') }))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/value',
    });
  });

  it('A result that is too long for a decimal string is refused at /value/amount', async () => {
    const value = { amount: '9'.repeat(24), currency: 'EUR' };
    const refused = await failureOf(() => convert({ value, target: to('TRY') }));
    expect(refused).toMatchObject({ code: 'arguments.invalid', pointer: '/value/amount' });
  });

  it('A currency conversion without its rate table is refused with ref.unknown', async () => {
    const args = { value: { amount: '1', currency: 'EUR' }, target: to('USD') };
    expect((await failureOf(() => convert(args, {}))).code).toBe('ref.unknown');
  });
});

describe('The steps of a currency conversion', () => {
  const hundred = { amount: '100.00', currency: 'USD' };

  it('If the caller declares a rounding for the base amount, the second step starts from the rounded base amount', async () => {
    const baseRounding = { mode: 'half-up', scale: 0 } as const;
    const { result } = await convert({
      value: { amount: '0.99', currency: 'EUR' },
      target: { ...to('USD'), baseRounding },
    });
    // 0.99 EUR are 50.7375 TRY, rounded to 51. 51 / 43.7 is 1.1670…, but 50.7375 / 43.7 would be 1.1610….
    expect(result).toMatchObject({
      value: { amount: '1.17' },
      steps: [{ rounding: 'half-up', scale: 0, amount: '51' }, { rounding: 'half-even' }],
    });
  });

  it('If the caller declares no rounding for the base amount, it is kept as an exact fraction: a third multiplied by three is one', async () => {
    const table = { ...rates, quotes: 'units-per-base', rates: { EUR: '3', USD: '3' } } as const;
    const { result } = await convert(
      { value: { amount: '1.00', currency: 'EUR' }, target: to('USD', 'down') },
      { rates: table },
    );
    expect(result).toMatchObject({ value: { amount: '1.00' }, steps: [{ rounding: 'exact' }, { rounding: 'down' }] });
  });

  it('If the table quotes units of the currency per base, the first step divides and the second multiplies', async () => {
    const table = { ...rates, base: 'EUR', quotes: 'units-per-base', rates: { USD: '1.0844', JPY: '168.86' } } as const;
    const { result } = await convert({ value: hundred, target: to('JPY', 'half-up') }, { rates: table });
    // The exact amount is 100 / 1.0844 * 168.86 = 15571.74…, which is rounded up.
    expect(result).toMatchObject({
      value: { amount: '15572', currency: 'JPY' },
      steps: [
        { from: 'USD', to: 'EUR', rate: '1.0844', by: 'divided' },
        { from: 'EUR', to: 'JPY', rate: '168.86', by: 'multiplied' },
      ],
    });
  });

  it('If the rounded base amount is too long for a decimal string, the conversion is refused at /value/amount', async () => {
    const value = { amount: '9'.repeat(24), currency: 'EUR' };
    const target = { ...to('USD'), baseRounding: { mode: 'down', scale: 2 } as const };
    expect(await failureOf(() => convert({ value, target }))).toMatchObject({ pointer: '/value/amount' });
  });
});

describe('The day of a rate', () => {
  const value = { amount: '1.00', currency: 'EUR' };
  const table = { ...rates, history: { '2026-01-01': { EUR: '50.00' } } };
  const on = (day: string) => convert({ value, target: { ...to('TRY'), day } }, { rates: table });

  it("A conversion uses the rate of the requested day, whether it is the table's current day or a day of its history", async () => {
    expect((await on('2026-01-02')).result).toMatchObject({
      value: { amount: '51.25' },
      rates: { asOf: '2026-01-02' },
    });
    expect((await on('2026-01-01')).result).toMatchObject({
      value: { amount: '50.00' },
      rates: { asOf: '2026-01-01' },
    });
  });

  it.each([
    ['2026-01-03', '2026-01-02'],
    ['2025-12-31', '2026-01-01'],
  ])(
    'If the table has no rate for %s, the answer is rate_missing, and its detail names %s as the nearest day',
    async (day, nearest) => {
      expect(await on(day)).toEqual({
        result: { status: 'rate_missing', currency: 'EUR', table: 'rates.test@2.0.0', day },
        exceptions: [
          {
            kind: 'conversion.rate_missing',
            detail: `rates.test@2.0.0 has no rate of EUR for ${day}. The nearest days with a rate: ${nearest}`,
          },
        ],
      });
    },
  );

  it('If the rate table has no rate of the currency for the requested day, the answer is rate_missing, even if another day has a rate', async () => {
    const target = { ...to('USD'), day: '2026-01-01' };
    const { result } = await convert({ value, target }, { rates: table });
    expect(result).toEqual({
      status: 'rate_missing',
      currency: 'USD',
      table: 'rates.test@2.0.0',
      day: '2026-01-01',
    });
  });

  it('If the requested day lacks a currency, the detail names the nearest earlier and later day that have it', async () => {
    const history = {
      '2025-12-29': { JPY: '0.30' },
      '2025-12-30': { JPY: '0.31' },
      '2025-12-31': { EUR: '49.00' },
      '2026-01-01': { EUR: '50.00' },
      '2026-01-05': { JPY: '0.32' },
      '2026-01-06': { JPY: '0.33' },
    };
    const { exceptions } = await convert(
      { value, target: { ...to('JPY'), day: '2026-01-01' } },
      { rates: { ...rates, rates: { EUR: '51.25' }, history } },
    );
    expect(exceptions?.[0]?.detail).toBe(
      'rates.test@2.0.0 has no rate of JPY for 2026-01-01. The nearest days with a rate: 2025-12-30 and 2026-01-05',
    );
  });

  it('If the requested day does not exist, the conversion is refused at /target/day', async () => {
    expect(await failureOf(() => on('2026-02-30'))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/target/day',
    });
  });
});

describe('A hash', () => {
  const hash = async (value: unknown) => {
    const { result } = await convert({ value, target: { kind: 'hash', algorithm: 'sha256' } });
    return result.status === 'hashed' ? result.hash : result.status;
  };

  it('A hash is SHA-256 over the canonical JSON of the value (RFC 8785)', async () => {
    // The expected hash is the output of: printf '{"a":1,"b":[]}' | sha256sum
    expect(await hash({ b: [], a: 1.0 })).toBe('f87e4099e9be5e75094e0a4f46d3dc18a9c37429314a5a2490fb78d31e7e170c');
  });

  it.each([
    ['"1"', 1],
    ['null', {}],
    ['"true"', true],
    ['"{\\"a\\":1}"', { a: 1 }],
  ])('The string %s has another hash than the value that it looks like', async (text, other) => {
    expect(await hash(JSON.parse(text))).not.toBe(await hash(other));
  });
});
