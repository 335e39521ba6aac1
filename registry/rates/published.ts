import type { RateTable } from '../../contract/artefacts/rate-table.ts';
import { minorUnits } from '../../contract/values/iso-4217.ts';
import { RatesRefused } from './refused.ts';

/** The content of a publisher's file in one common form. */
export interface Published {
  readonly publisher: 'ecb' | 'tcmb';
  readonly source: string;
  readonly base: string;
  readonly quotes: NonNullable<RateTable['quotes']>;
  /** The rates of each day: an ISO 8601 date leads to an object with the rate of each currency. */
  readonly days: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Reasons why currencies are not in the table, by currency. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** Collects the rates of one file and checks each of them. */
export class RateReader {
  readonly leftOut = new Map<string, string>();
  readonly days = new Map<string, Record<string, string>>();

  /**
   * Begins a new day and returns its empty rates.
   * @throws RatesRefused if the date does not exist or the file already has the day
   */
  day(text: string): Record<string, string> {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !exists(text)) {
      throw new RatesRefused(
        `the file has the day ${JSON.stringify(text.slice(0, 40))}, which is not a date`,
        'Download the file again from its publisher',
      );
    }
    if (this.days.has(text))
      throw new RatesRefused(`the file has the day ${text} twice`, 'Remove one of the two entries of this day');
    const rates: Record<string, string> = {};
    this.days.set(text, rates);
    return rates;
  }

  /**
   * Adds a rate.
   * @throws RatesRefused if it is not a positive decimal, or the day already has a rate of the currency
   */
  rate(
    rates: Record<string, string>,
    currency: string,
    { text, unit = '1' }: { readonly text: string; readonly unit?: string },
  ): void {
    if (minorUnits(currency) === undefined) {
      this.leftOut.set(currency, 'not a currency of ISO 4217 that has minor units today');
      return;
    }
    if (text === '') {
      this.leftOut.set(currency, 'no rate of this kind was published');
      return;
    }
    if (Object.hasOwn(rates, currency)) {
      throw new RatesRefused(`${currency} has two rates on one day`, 'Remove one of them from the file');
    }
    const one = perUnit(text, unit);
    if (one === undefined) {
      throw new RatesRefused(
        `the rate of ${currency} is not a positive decimal, has more than 12 digits before or after the point, or is for a unit that is not supported`,
        'Use the file as it was published, or remove this currency from it',
      );
    }
    rates[currency] = one;
  }
}

const exists = (date: string): boolean => {
  const millis = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
};

/** Converts a rate for 1, 10, 100 … units to a rate for one unit. It moves the decimal point and changes no digit. */
function perUnit(text: string, unit: string): string | undefined {
  if (!/^\d{1,12}(?:\.\d{1,12})?$/.test(text) || !/[1-9]/.test(text) || !/^10{0,6}$/.test(unit)) return undefined;
  const [integer = '', fraction = ''] = text.split('.');
  const zeros = unit.length - 1;
  const digits = `${integer}${fraction}`.padStart(fraction.length + zeros + 1, '0');
  const point = digits.length - fraction.length - zeros;
  const [whole, rest] = [digits.slice(0, point).replace(/^0+(?=\d)/, ''), digits.slice(point)];
  return rest === '' ? whole : `${whole}.${rest}`;
}
