import { locateSource } from '../../adapters/located-text/locate.ts';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import type { Counted } from './precision.ts';

const documents = 400;

const extractor: Extractor = {
  id: 'extractor.pointer',
  version: '1.0.0',
  title: 'By pointer',
  notations: ['tr-TR'],
  properties: {
    total: {
      type: { kind: 'money', currencies: ['TRY', 'EUR'] },
      find: [{ by: 'pointer', pointer: '/invoice/lines/1/total' }],
    },
  },
};

/** Counts right and wrong values of the finder `pointer` on generated JSON with known values. */
export async function pointerPrecision(): Promise<Counted> {
  const counted = { right: 0, wrong: 0 };
  for (let i = 0; i < documents; i++) {
    const amount = `${(i * 7919) % 90_000}.${String(i % 100).padStart(2, '0')}`;
    const currency = i % 2 === 0 ? 'TRY' : 'EUR';
    const other = { total: `${i}.00`, currency };
    const json = { invoice: { total: '1.00', lines: [other, { currency, total: i % 3 === 0 ? Number(amount) : `${amount} ${currency}`.replace('.', ',') }] } };
    const { text } = await locateSource(Buffer.from(JSON.stringify(json)), String(i).padStart(64, '0'), 'application/json');
    const source = { id: `src-${text.sourceHash}`, state: 'located' as const, text };
    const { result } = await extract({ source, extractor, property: 'total', hints: undefined });
    if (result.status !== 'extracted' || typeof result.value === 'string') continue;
    counted[result.value.amount === Number(amount).toFixed(2) && result.value.currency === currency ? 'right' : 'wrong'] += 1;
  }
  return counted;
}
