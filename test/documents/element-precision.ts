import { locateSource } from '../../adapters/located-text/locate.ts';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import { ciiOf, ublOf, zugferd1Of } from '../support/documents/invoices.ts';
import type { Counted } from './precision.ts';

const documents = 400;
const syntaxes = [ublOf, ciiOf, zugferd1Of];

const extractor: Extractor = {
  id: 'extractor.element',
  version: '1.0.0',
  title: 'By element',
  notations: ['tr-TR'],
  properties: {
    total: { type: { kind: 'money', currencies: ['TRY', 'EUR'] }, find: [{ by: 'element', term: 'BT-112' }] },
  },
};

/** Counts right and wrong values of the finder `element` on generated invoices of three syntaxes with known values. */
export async function elementPrecision(): Promise<Counted> {
  const counted = { right: 0, wrong: 0 };
  for (let i = 0; i < documents; i++) {
    const total = `${(i * 7919) % 90_000}.${String(i % 100).padStart(2, '0')}`;
    const currency = i % 2 === 0 ? 'TRY' : 'EUR';
    const write = syntaxes[i % syntaxes.length] ?? ublOf;
    const xml = write({ number: `A-${i}`, date: '2026-03-12', currency, net: `${i}.00`, tax: '1.00', total });
    const { text } = await locateSource(Buffer.from(xml), String(i).padStart(64, '0'), 'application/xml');
    const source = { id: `src-${text.sourceHash}`, state: 'located' as const, text };
    const { result } = await extract({ source, extractor, property: 'total', hints: undefined });
    if (result.status !== 'extracted' || typeof result.value === 'string') continue;
    counted[result.value.amount === total && result.value.currency === currency ? 'right' : 'wrong'] += 1;
  }
  return counted;
}
