import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { all, create, type BigNumber, type Unit } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { unitNames, unitOf } from '../../../patterns/conversion/units/table.ts';
import { failureOf, sentence } from '../failures.ts';
import { convert } from './convert.ts';

if (!all) throw new Error('mathjs has no functions');
const math = create(all, { number: 'BigNumber', precision: 120 });

/**
 * The definition of each unit in mathjs. If mathjs rounds its own constant (acre, hp) or lacks the unit, the definition
 * is written out.
 */
const written: Readonly<Record<string, string>> = {
  m: 'm = m',
  km: 'km = m',
  cm: 'cm = m',
  mm: 'mm = m',
  in: 'inch = m',
  ft: 'foot = m',
  yd: 'yard = m',
  mi: 'mile = m',
  nmi: '1852 m = m',
  kg: 'kg = kg',
  g: 'g = kg',
  mg: 'mg = kg',
  t: 'tonne = kg',
  lb: 'lbm = kg',
  oz: 'ounce = kg',
  'ton-us': 'ton = kg',
  'ton-uk': '2240 lbm = kg',
  m2: 'm^2 = m^2',
  km2: 'km^2 = m^2',
  cm2: 'cm^2 = m^2',
  ha: 'hectare = m^2',
  ft2: 'sqft = m^2',
  yd2: 'sqyd = m^2',
  acre: '4840 sqyd = m^2',
  donum: '1000 m^2 = m^2',
  m3: 'm^3 = m^3',
  L: 'L = m^3',
  mL: 'mL = m^3',
  cm3: 'cm^3 = m^3',
  ft3: 'cuft = m^3',
  'gal-us': '231 in^3 = m^3',
  'gal-uk': '4.54609 L = m^3',
  'm/s': 'm/s = m/s',
  'km/h': 'km/hour = m/s',
  'mi/h': 'mile/hour = m/s',
  'ft/s': 'foot/s = m/s',
  kn: '1852 m/hour = m/s',
  W: 'W = W',
  kW: 'kW = W',
  MW: 'MW = W',
  PS: '75 kgf m/s = W',
  hp: '550 foot lbf/s = W',
  J: 'J = J',
  kJ: 'kJ = J',
  MJ: 'MJ = J',
  Wh: 'Wh = J',
  kWh: 'kW hour = J',
  MWh: 'MW hour = J',
  cal: '4.184 J = J',
  kcal: '4184 J = J',
  Btu: 'BTU = J',
  K: 'K = K',
  degC: 'degC = K',
  degF: 'degF = K',
  degR: 'degR = K',
  'km/L': 'km/L = km/L',
  'mpg-us': 'mile/(231 in^3) = km/L',
  'mpg-uk': 'mile/(4.54609 L) = km/L',
};
const oracle = new Map(Object.entries(written).map(([name, text]) => [name, text.split(' = ')] as const));

const big = (text: string): BigNumber => math.bignumber(text);
const unit = (text: string): Unit => math.evaluate(`1 (${text})`) as Unit;

/**
 * Returns an amount in the base unit of mathjs. Temperatures are converted by mathjs itself, because their scales have
 * an offset.
 */
function inBase(amount: string, name: string): BigNumber {
  const [said = '', base = ''] = oracle.get(name) ?? [];
  if (name.startsWith('deg')) return math.unit(big(amount), said).toNumeric(base) as BigNumber;
  return math.multiply(big(amount), unit(said).toNumeric(base) as BigNumber) as BigNumber;
}

function expectedIn(amount: string, from: string, to: string): BigNumber {
  const base = inBase(amount, from);
  const [said = '', baseUnit = ''] = oracle.get(to) ?? [];
  if (to.startsWith('deg')) return math.unit(base, baseUnit).toNumeric(said) as BigNumber;
  return math.divide(base, inBase('1', to)) as BigNumber;
}

const measured = async (
  amount: string,
  { from, to: unitTo }: { readonly from: string; readonly to: string },
  {
    scale = 18,
    rounding = 'half-even',
  }: { readonly scale?: number; readonly rounding?: (typeof roundingModes)[number] } = {},
) => {
  const { result } = await convert({
    value: { amount, unit: from },
    target: { kind: 'unit', unit: unitTo, scale, rounding },
  });
  return result.status === 'measured'
    ? result
    : { ...result, value: { amount: result.status, unit: '' }, exact: false };
};

const pairs = [...oracle.keys()].flatMap((from) =>
  [...oracle.keys()].filter((to) => unitOf(from)?.dimension === unitOf(to)?.dimension).map((to) => [from, to] as const),
);
/** False for quantities that cannot exist: a temperature below absolute zero, or a negative consumption. */
const possible = (amount: string, from: string): boolean =>
  !['temperature', 'fuel-economy'].includes(unitOf(from)?.dimension ?? '') || !inBase(amount, from).isNegative();
const amounts = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 9n), fc.stringMatching(/^[0-9]{0,9}$/))
  .map(([negative, whole, digits]) => `${negative ? '-' : ''}${whole}${digits === '' ? '' : `.${digits}`}`)
  .filter((text) => !/^-?0(?:\.0*)?$/.test(text));

describe('A unit conversion', () => {
  it('These tests have a mathjs definition for every unit except L/100km, which is the inverse of km/L', () => {
    expect(unitNames.filter((name) => !oracle.has(name))).toEqual(['L/100km']);
  });

  it('The engine has exactly the units that docs/patterns/conversion.md names', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/patterns/conversion.md'), 'utf8');
    const [, list = ''] = /^(Length `[^]*?)\. Each unit has/m.exec(page) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, units = '']) => units.split(/\s/));
    expect(named).toEqual(unitNames);
  });

  it('For any units, amount and scale, a unit conversion agrees with mathjs at 120 digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), amounts, fc.nat(18), async ([from, to], amount, scale) => {
        fc.pre(possible(amount, from));
        const { value } = await measured(amount, { from, to }, { scale });
        const off = big(value.amount)
          .minus(expectedIn(amount, from, to))
          .abs();
        // Both are rounded to the nearest, so they differ by at most half a unit in the last place, plus the last
        // digits of mathjs.
        expect(off.lessThanOrEqualTo(big(`0.5e-${scale}`).plus('1e-60'))).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('If an exact result is converted back, it has the original value', async () => {
    let back = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), amounts, async ([from, to], amount) => {
        fc.pre(possible(amount, from));
        const there = await measured(amount, { from, to });
        if (!there.exact) return;
        const again = await measured(there.value.amount, { from: to, to: from }, { scale: 9 });
        back += 1;
        expect([again.exact, big(again.value.amount).toString()]).toEqual([true, big(amount).toString()]);
      }),
      { numRuns: 500 },
    );
    expect(back).toBeGreaterThan(50);
  });

  it.for<[string, string, string, string]>([
    ['100', 'degC', 'degF', '212'],
    ['-40', 'degF', 'degC', '-40'],
    ['0', 'K', 'degC', '-273'],
    ['1', 'mi', 'm', '1609'],
    ['110', 'kW', 'PS', '150'],
    ['36', 'km/h', 'm/s', '10'],
    ['-0.4', 'km', 'km', '0'],
  ])('%s %s converted to %s is %s', async ([amount, from, to, expected]) => {
    expect((await measured(amount, { from, to }, { scale: 0 })).value).toEqual({ amount: expected, unit: to });
  });

  it('100 °C converted to °F is exactly 212, without digits from floating-point arithmetic', async () => {
    expect(await measured('100', { from: 'degC', to: 'degF' })).toMatchObject({
      value: { amount: `212.${'0'.repeat(18)}` },
      exact: true,
    });
  });

  it.for<[string, string, string, string]>([
    ['5', 'L/100km', 'km/L', '20.00'],
    ['20', 'km/L', 'L/100km', '5.00'],
    ['47.0429', 'mpg-us', 'L/100km', '5.00'],
    ['8', 'L/100km', 'L/100km', '8.00'],
  ])('The fuel consumption %s %s is converted to %s with the amount %s', async ([amount, from, to, expected]) => {
    expect((await measured(amount, { from, to }, { scale: 2 })).value.amount).toBe(expected);
  });

  it('A fuel consumption of zero is refused, because it has no inverse', async () => {
    const target = { kind: 'unit', unit: 'km/L', scale: 2, rounding: 'down' } as const;
    const refused = await failureOf(() => convert({ value: { amount: '0.00', unit: 'L/100km' }, target }));
    expect(refused).toMatchObject({ code: 'arguments.invalid', pointer: '/value/amount' });
  });

  it.each([
    ['-300', 'degC', 'K'],
    ['-273.150000000000000001', 'degC', 'degC'],
    ['-459.68', 'degF', 'degC'],
    ['-0.01', 'K', 'degF'],
    ['-5', 'L/100km', 'km/L'],
    ['-5', 'L/100km', 'L/100km'],
    ['-20', 'mpg-us', 'L/100km'],
  ] as const)('A quantity that cannot exist is refused: %s %s', async (amount, unit, to) => {
    const target = { kind: 'unit', unit: to, scale: 2, rounding: 'down' } as const;
    const refused = await failureOf(() => convert({ value: { amount, unit }, target }));
    expect(refused).toMatchObject({ code: 'arguments.invalid', pointer: '/value/amount' });
  });

  it.for<[string, string, string, string]>([
    ['-273.15', 'degC', 'K', '0.00'],
    ['-459.67', 'degF', 'degR', '0.00'],
    ['-5', 'km', 'm', '-5000.00'],
    ['-5', 'kWh', 'MJ', '-18.00'],
  ])(
    'A negative amount that is physically possible is converted: %s %s to %s gives %s',
    async ([amount, from, to, expected]) => {
      expect((await measured(amount, { from, to }, { scale: 2 })).value.amount).toBe(expected);
    },
  );

  it.each(roundingModes)('The rounding mode %s applies to the magnitude of the converted amount', async (mode) => {
    const expected = { down: ['0', '1'], 'half-up': ['1', '2'], 'half-even': ['0', '2'], up: ['1', '2'] }[mode];
    const [half, oneAndHalf] = [
      await measured('0.5', { from: 'm', to: 'm' }, { scale: 0, rounding: mode }),
      await measured('-1.5', { from: 'm', to: 'm' }, { scale: 0, rounding: mode }),
    ];
    expect([half.value.amount, oneAndHalf.value.amount]).toEqual([expected[0], `-${expected[1]}`]);
    expect(half.exact).toBe(false);
  });

  it('A conversion of kg to L returns unit_incompatible with both dimensions', async () => {
    const target = { kind: 'unit', unit: 'L', scale: 2, rounding: 'down' } as const;
    expect(await convert({ value: { amount: '1', unit: 'kg' }, target })).toEqual({
      result: {
        status: 'unit_incompatible',
        from: { unit: 'kg', dimension: 'mass' },
        to: { unit: 'L', dimension: 'volume' },
      },
      exceptions: [{ kind: 'conversion.unit_incompatible', detail: 'kg is a unit of mass, but L is a unit of volume' }],
    });
  });

  it.each([
    [{ amount: 1, unit: 'kg' }, '/value/amount'],
    [{ amount: '1e3', unit: 'kg' }, '/value/amount'],
    [{ amount: '1', unit: 'stone' }, '/value/unit'],
    [{ amount: '1', unit: 'toString' }, '/value/unit'],
    ['1 kg', '/value'],
    [null, '/value'],
  ])('A unit conversion refuses the value %j, and neither coerces nor guesses it', async (value, pointer) => {
    const target = { kind: 'unit', unit: 'g', scale: 2, rounding: 'down' } as const;
    expect(await failureOf(() => convert({ value, target }))).toMatchObject({
      code: 'arguments.invalid',
      pointer,
      message: expect.stringMatching(sentence),
    });
  });

  it('If the result of a unit conversion is too long for a decimal string, it is refused at /value/amount', async () => {
    const target = { kind: 'unit', unit: 'mm', scale: 0, rounding: 'down' } as const;
    const refused = await failureOf(() => convert({ value: { amount: '9'.repeat(24), unit: 'km' }, target }));
    expect(refused.pointer).toBe('/value/amount');
  });
});
