import type { PropertyType } from '../../contract/artefacts/extractor.ts';
import type { Candidate, Method } from './candidate.ts';
import { schemes } from './values/identifier.ts';

/**
 * How sure a way of finding is of what it found: the lower end of the interval of its measured precision (Wilson, 95 %), rounded
 * down. `npm run bench extraction.accuracy` measures all but `model`, which is stated. The page on extraction has the same
 * table, held by a test.
 */
export const methodConfidence: Readonly<Record<Method | 'label-below', number>> = {
  pointer: 0.99,
  table: 0.88,
  label: 0.95,
  'label-below': 0.89,
  pattern: 0.94,
  sum: 0.95,
  model: 0.7,
};

export type ConfidenceBasis = 'rule' | 'check_digit' | 'model';

/**
 * `c` is that of the method. Right check digits leave of its doubt the part that they pass by chance: `1 - (1 - c) * p`.
 * Rounded to four digits.
 */
export function confidenceOf(
  { method, below, ...candidate }: Candidate,
  type: PropertyType,
): { readonly confidence: number; readonly confidenceBasis: ConfidenceBasis } {
  const own = methodConfidence[method === 'label' && below ? 'label-below' : method];
  if ('checked' in candidate && candidate.checked && type.kind === 'identifier') {
    const doubt = (1 - own) * schemes[type.scheme].passes;
    return { confidence: Math.round((1 - doubt) * 10_000) / 10_000, confidenceBasis: 'check_digit' };
  }
  return { confidence: own, confidenceBasis: method === 'model' ? 'model' : 'rule' };
}
