import type { Finder } from '../../../../contract/artefacts/extractor.ts';
import { steps } from './counted.ts';

const { extractFrom } = await import('../located.ts');
const { shapes } = await import('./shapes.ts');

const money = { kind: 'money' as const, currencies: ['TRY', 'EUR'], currency: 'TRY' };
const finders: Readonly<Record<string, Finder>> = {
  label: {
    by: 'label',
    labels: ['Toplam', 'total0'],
    look: ['right', 'below'],
    anywhere: true,
    column: 'Kalem',
    until: 'Karşı',
  },
  table: { by: 'table', column: ['Toplam'], row: ['Tampon'] },
  pattern: { by: 'pattern', pattern: String.raw`(?P<value>[\d.,]+)` },
  sum: { by: 'sum' },
  'sum within': { by: 'sum', within: { region: 'paragraph' } },
};
// No finder reads more than 64 places, so a smaller source would seem to grow faster than it does.
const base = 72;
const counted: Record<string, Record<string, readonly number[]>> = {};
for (const [shape, make] of Object.entries(shapes)) {
  const ofShape: Record<string, readonly number[]> = {};
  for (const [name, finder] of Object.entries(finders)) {
    const found: number[] = [];
    for (const times of [1, 4, 8, 16]) {
      const text = make(base * times);
      found.push(await steps(() => extractFrom(text, { type: money, find: [finder] })));
    }
    ofShape[name] = found;
  }
  counted[shape] = ofShape;
}
process.stdout.write(JSON.stringify(counted));
