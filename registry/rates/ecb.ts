import type { XmlElement } from '@rgrove/parse-xml';
import { elements } from './read-xml.ts';
import { RateReader, type Published } from './published.ts';

/**
 * Reads the euro foreign exchange reference rates of the European Central Bank (`eurofxref-daily.xml`,
 * `eurofxref-hist-90d.xml`, `eurofxref-hist.xml`). A `Cube` of days has a `Cube time` for each day and a `Cube currency
 * rate` for each rate: the units of the currency for one euro. Undefined if the document has another format.
 */
export function readEcb(root: XmlElement): Published | undefined {
  if (!/(?:^|:)Envelope$/.test(root.name)) return undefined;
  const days = elements(root, 'Cube').flatMap((cube) => elements(cube, 'Cube'));
  if (days.length === 0 || days.some(({ attributes }) => attributes['time'] === undefined)) return undefined;
  const reader = new RateReader();
  for (const day of days) {
    const rates = reader.day(day.attributes['time'] ?? '');
    for (const { attributes } of elements(day, 'Cube')) {
      reader.rate(rates, attributes['currency'] ?? '', { text: attributes['rate'] ?? '' });
    }
  }
  return {
    publisher: 'ecb',
    source: 'European Central Bank, euro foreign exchange reference rates',
    base: 'EUR',
    quotes: 'units-per-base',
    days: reader.days,
    leftOut: reader.leftOut,
  };
}
