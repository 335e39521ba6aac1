import { methodConfidence } from '../patterns/extraction/confidence.ts';
import { precisionOf, wilsonLower, type Counted } from '../test/documents/precision.ts';
import { elementPrecision } from '../test/documents/element-precision.ts';
import { pointerPrecision } from '../test/documents/pointer-precision.ts';
import { readExtractor } from '../test/documents/read-extractor.ts';
import { figure, type Area } from './figure.ts';

/**
 * Area: for each finder, the share of wrong values, compared with the share that its stated confidence allows. The
 * rules were written with the measured documents at hand, so this is not the accuracy on unknown documents.
 */
export const extractionAccuracy: Area = {
  name: 'extraction.accuracy',
  async measure() {
    const counted = new Map<keyof typeof methodConfidence, Counted>([
      ...(await precisionOf(readExtractor('motor-claim'))),
      ['pointer', await pointerPrecision()],
      ['element', await elementPrecision()],
    ]);
    return [...counted].map(([way, count]) => {
      const of = count.right + count.wrong;
      const lower = wilsonLower(count);
      const stated = methodConfidence[way];
      if (stated > lower)
        throw new Error(
          `the stated confidence of ${way} is ${stated}, but only ${lower.toFixed(4)} was measured. Lower it in methodConfidence`,
        );
      return figure(`extraction.accuracy.${way}`, (100 * count.wrong) / of, {
        unit: '%',
        goal: Math.round(100 * (1 - stated)),
        leavesOut: `${count.wrong} of ${of} values are wrong; precision ${(count.right / of).toFixed(3)}, at least ${lower.toFixed(3)} (Wilson, 95 %); stated confidence ${stated}. The figure does not include documents that were unknown when the rules were written`,
      });
    });
  },
};
