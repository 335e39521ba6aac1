import type { Vehicle } from '../records.ts';
import { withVinDigit } from './check-digits.ts';
import type { Generator } from './generator.ts';
import { vehicles } from './vocabulary.ts';

/** Tenth character of a VIN for the model years 2015 to 2026. */
const yearCodes = 'FGHJKLMNPRST';
/** Letters of a plate. Q, W, X and letters with diacritics are not used. */
const plateLetters = 'ABCDEFGHIJKLMNOPRSTUVYZ';
const vinCharacters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

export const vehicle = (random: Generator, cityCode: string, usage: Vehicle['usage']): Vehicle & { worth: number } => {
  const [make, maker, models, price] = random.pick(vehicles);
  const modelYear = random.int(2015, 2026);
  const vin = `${maker}${random.letters(5, vinCharacters)}0${yearCodes[modelYear - 2015]}${random.letters(1, 'ABCDE')}${random.digits(6)}`;
  return {
    plate: `${cityCode} ${random.letters(3, plateLetters)} ${random.int(10, 999)}`,
    vin: withVinDigit(vin),
    make,
    model: random.pick(models),
    modelYear,
    usage,
    // The value falls by 7 % of the new price each year.
    worth: Math.round(price * (1 - 0.07 * (2026 - modelYear))),
  };
};
