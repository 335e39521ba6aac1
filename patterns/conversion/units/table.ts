/**
 * Units by their exact definitions, as decimals or fractions of decimals. Library packages compute them in doubles or
 * have wrong constants. The letter behind each unit names its source. S: BIPM, The International System of Units, 9th
 * edition (2019), tables 2 to 8 and prefixes. Y: international yard and pound agreement of 1959 (yard 0.9144 m, pound
 * 0.45359237 kg), as in NIST SP 811 (2008), B.8. U: US customary volume, NIST Handbook 44, appendix C (gallon 231 cubic
 * inches). I: UK Weights and Measures Act 1985, schedule 1 (gallon 4.54609 L). N: NIST SP 811 (2008), B.8, conventional
 * values (standard gravity 9.80665 m/s2, calorie 4.184 J, Btu 1055.05585262 J). D: DIN 66036, metric horsepower 75 kgf
 * m/s. T: Turkey, dönüm of 1000 m2.
 */
const linear = {
  length: {
    m: '1', // S
    km: '1000', // S
    cm: '0.01', // S
    mm: '0.001', // S
    in: '0.0254', // Y
    ft: '0.3048', // Y
    yd: '0.9144', // Y
    mi: '1609.344', // Y
    nmi: '1852', // S
  },
  mass: {
    kg: '1', // S
    g: '0.001', // S
    mg: '0.000001', // S
    t: '1000', // S
    lb: '0.45359237', // Y
    oz: '0.028349523125', // Y: 1/16 lb
    'ton-us': '907.18474', // Y: 2000 lb
    'ton-uk': '1016.0469088', // Y: 2240 lb
  },
  area: {
    m2: '1', // S
    km2: '1000000', // S
    cm2: '0.0001', // S
    ha: '10000', // S
    ft2: '0.09290304', // Y
    yd2: '0.83612736', // Y
    acre: '4046.8564224', // Y: 4840 yd2
    donum: '1000', // T
  },
  volume: {
    m3: '1', // S
    L: '0.001', // S
    mL: '0.000001', // S
    cm3: '0.000001', // S
    ft3: '0.028316846592', // Y
    'gal-us': '0.003785411784', // U
    'gal-uk': '0.00454609', // I
  },
  speed: {
    'm/s': '1', // S
    'km/h': '5/18', // S
    'mi/h': '0.44704', // Y
    'ft/s': '0.3048', // Y
    kn: '463/900', // S: 1852 m an hour
  },
  power: {
    W: '1', // S
    kW: '1000', // S
    MW: '1000000', // S
    PS: '735.49875', // D
    hp: '745.69987158227022', // Y, N: 550 ft lbf/s
  },
  energy: {
    J: '1', // S
    kJ: '1000', // S
    MJ: '1000000', // S
    Wh: '3600', // S
    kWh: '3600000', // S
    MWh: '3600000000', // S
    cal: '4.184', // N
    kcal: '4184', // N
    Btu: '1055.05585262', // N
  },
} as const;

/** Temperatures: kelvin is the value times `factor`, plus `offset`. */
const temperature = {
  K: { factor: '1', offset: '0' }, // S
  degC: { factor: '1', offset: '273.15' }, // S
  degF: { factor: '5/9', offset: '45967/180' }, // N: (F + 459.67) 5/9
  degR: { factor: '5/9', offset: '0' }, // N
} as const;

/**
 * Fuel economy in kilometres for each litre. If a unit is consumption over distance, the result is `over` divided by
 * the value.
 */
const fuelEconomy = {
  'km/L': { factor: '1' }, // S
  'L/100km': { over: '100' }, // S
  'mpg-us': { factor: '1.609344/3.785411784' }, // Y, U: 1.609344 km over 3.785411784 L
  'mpg-uk': { factor: '1.609344/4.54609' }, // Y, I
} as const;

/**
 * How a unit is converted to the base unit of its dimension: `factor` times the value plus `offset`, or `over` divided
 * by the value.
 */
export interface Unit {
  readonly dimension: string;
  readonly factor?: string;
  readonly offset?: string;
  readonly over?: string;
}

const all: readonly (readonly [string, Unit])[] = [
  ...Object.entries(linear).flatMap(([dimension, units]) =>
    Object.entries(units).map(([name, factor]: [string, string]) => [name, { dimension, factor }] as const),
  ),
  ...Object.entries(temperature).map(([name, unit]) => [name, { dimension: 'temperature', ...unit }] as const),
  ...Object.entries(fuelEconomy).map(([name, unit]) => [name, { dimension: 'fuel-economy', ...unit }] as const),
];
const byName = new Map(all);
const [first = 'm', ...others] = byName.keys();

/**
 * Dimensions in which the base unit cannot be negative, with the reason. In all other dimensions a negative quantity is
 * allowed, because it can be a difference.
 */
const nothingBelow: Readonly<Record<string, string>> = {
  temperature: 'is below absolute zero',
  'fuel-economy': 'is a negative fuel economy, which is impossible',
};
export const leastOf = (dimension: string): string | undefined =>
  Object.hasOwn(nothingBelow, dimension) ? nothingBelow[dimension] : undefined;

export const unitNames: readonly [string, ...string[]] = [first, ...others];
export const unitOf = (name: string): Unit | undefined => byName.get(name);
