import type { Extractor, Finder } from '../../contract/artefacts/extractor.ts';
import { sourceId } from '../../contract/rows/located-text.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import { compared } from './findings.ts';
import { documentsOf, fields, sets, textsOf } from './regression-documents.ts';

/** Finder as the confidence distinguishes it: a label beside its value and a label above it are two. */
export type Way = 'table' | 'label' | 'label-below' | 'pattern' | 'sum';
export interface Counted {
  right: number;
  wrong: number;
}

/**
 * Counts right and wrong values of each finder alone, over all documents with known values. A value counts as wrong if
 * the document does not have the property.
 */
export async function precisionOf(extractor: Extractor): Promise<ReadonlyMap<Way, Counted>> {
  const counted = new Map<Way, Counted>();
  for (const set of sets) {
    for (const document of documentsOf(set)) {
      const [text] = await textsOf(set, document);
      if (!text) continue;
      const source = { id: sourceId(text.sourceHash), state: 'located' as const, text };
      for (const field of fields) {
        const declared = extractor.properties[field];
        for (const finder of (declared?.find ?? []).flatMap(eachWay)) {
          if (!declared) continue;
          const alone = { ...extractor, properties: { ...extractor.properties, [field]: { ...declared, find: [finder] } } };
          const { result } = await extract({ source, extractor: alone, property: field, hints: undefined });
          if (result.status !== 'extracted') continue;
          const way = result.method === 'label' && isBelow(finder) ? 'label-below' : (result.method as Way);
          const count = counted.get(way) ?? { right: 0, wrong: 0 };
          counted.set(way, count);
          const isRight = compared(field, result.value) === compared(field, document.fields[field]);
          count[isRight ? 'right' : 'wrong'] += 1;
        }
      }
    }
  }
  return counted;
}

const isBelow = (finder: Finder): boolean => finder.by === 'label' && finder.look.join() === 'below';
const eachWay = (finder: Finder): readonly Finder[] =>
  finder.by === 'label' ? finder.look.map((direction) => ({ ...finder, look: [direction] })) : finder.by === 'model' ? [] : [finder];

/** Returns the lower end of Wilson's confidence interval of a share, at 95 %. */
export function wilsonLower({ right, wrong }: Counted): number {
  const n = right + wrong;
  if (n === 0) return 0;
  const z = 1.959964;
  const share = right / n;
  const middle = share + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return (middle - spread) / (1 + z ** 2 / n);
}
