import type { XmlElement } from '@rgrove/parse-xml';
import { elements } from './read-xml.ts';
import { RateReader, type Published } from './published.ts';

/**
 * The European Central Bank's euro foreign exchange reference rates as published (`eurofxref-daily.xml`,
 * `eurofxref-hist-90d.xml`, `eurofxref-hist.xml`): `Cube` of days, `Cube time` of rates, `Cube currency rate`, each the
 * units of the currency for one euro. Undefined for a document of another form.
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
