import type { XmlElement } from '@rgrove/parse-xml';
import { elements } from './read-xml.ts';
import { RateReader, type Published } from './published.ts';
import { RatesRefused } from './refused.ts';

/** The kinds of rates of the Turkish central bank: name on the command line, XML element, and words for the source. */
export const tcmbRates = {
  'forex-selling': ['ForexSelling', 'foreign exchange selling'],
  'forex-buying': ['ForexBuying', 'foreign exchange buying'],
  'banknote-selling': ['BanknoteSelling', 'banknote selling'],
  'banknote-buying': ['BanknoteBuying', 'banknote buying'],
} as const;
export type TcmbRate = keyof typeof tcmbRates;

/**
 * Reads the indicative rates of the Central Bank of the Republic of Türkiye (`today.xml`, or the file of one day).
 * `Tarih_Date` has a `Currency` for each currency, with its rates in lira for `Unit` units. Undefined if the document
 * has another format.
 * @throws RatesRefused
 */
export function readTcmb(root: XmlElement, rate: TcmbRate): Published | undefined {
  if (root.name !== 'Tarih_Date') return undefined;
  const [element, words] = tcmbRates[rate];
  const { Tarih = '', Date: date = '', Bulten_No: bulletin = '' } = root.attributes;
  const reader = new RateReader();
  const rates = reader.day(dayOf(Tarih, date));
  for (const currency of elements(root, 'Currency')) {
    const text = (name: string): string => elements(currency, name)[0]?.text.trim() ?? '';
    reader.rate(rates, currency.attributes['CurrencyCode'] ?? '', { text: text(element), unit: text('Unit') });
  }
  return {
    publisher: 'tcmb',
    source: `TCMB indicative rates, bulletin ${bulletin}, ${words}`,
    base: 'TRY',
    quotes: 'base-per-unit',
    days: reader.days,
    leftOut: reader.leftOut,
  };
}

/**
 * Returns the day of the file. The file has the day twice, in Turkish and in American order. Both must be the same day.
 */
function dayOf(turkish: string, american: string): string {
  const [day = '', month = '', year = ''] = turkish.split('.');
  const iso = `${year}-${month}-${day}`;
  if (american !== `${month}/${day}/${year}`) {
    throw new RatesRefused(
      `the attributes Tarih (${turkish}) and Date (${american}) are not the same day`,
      'Download the file again from its publisher',
    );
  }
  return iso;
}
