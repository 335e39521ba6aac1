export interface Generator {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<const L extends readonly [unknown, ...unknown[]]>(list: L): L[number];
  digits(count: number): string;
  letters(count: number, alphabet: string): string;
  /** Returns an amount in whole hundreds, as a decimal string with two places. */
  amount(min: number, max: number): string;
  /** Returns a day from `first` to `last`, both included. */
  day(first: string, last: string): string;
}

const fixedSeed = 0x4c50_2026;
const dayMillis = 86_400_000;

/** Computes the FNV-1a hash, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
};

/**
 * Makes a generator of random values that are the same on every machine (mulberry32). Each record has its own
 * generator, seeded by its id, so that a new field or record does not change the others.
 */
export const generatorFor = (id: string): Generator => {
  let state = (hash(id) ^ fixedSeed) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const letters = (count: number, alphabet: string): string =>
    Array.from({ length: count }, () => alphabet[int(0, alphabet.length - 1)]).join('');
  return {
    int,
    letters,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    digits: (count) => letters(count, '0123456789'),
    amount: (min, max) => `${int(Math.ceil(min / 100), Math.floor(max / 100)) * 100}.00`,
    day: (first, last) => {
      const days = (Date.parse(last) - Date.parse(first)) / dayMillis;
      return new Date(Date.parse(first) + int(0, days) * dayMillis).toISOString().slice(0, 10);
    },
  };
};
