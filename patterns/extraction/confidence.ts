import type { PropertyType } from '../../contract/artefacts/extractor.ts';
import type { LocatedText, TextSpan } from '../../contract/rows/located-text.ts';
import type { Candidate, Method } from './candidate.ts';
import { schemes } from './values/identifier.ts';

/**
 * The confidence of each way of finding a value: the lower end of the 95 % Wilson interval of its measured precision,
 * rounded down. `npm run bench extraction.accuracy` measures all of them except `model`, which is set by hand. A test
 * checks that the table in the page on extraction is equal to this table.
 */
export const methodConfidence: Readonly<Record<Method | 'label-below', number>> = {
  pointer: 0.99,
  element: 0.99,
  table: 0.88,
  label: 0.95,
  'label-below': 0.89,
  pattern: 0.94,
  sum: 0.95,
  model: 0.7,
};

export type ConfidenceBasis = 'rule' | 'check_digit' | 'model';

/**
 * Returns the confidence of a value. Without check digits it is the confidence `c` of the method. Correct check digits
 * leave only the doubt that a mistaken text passes them by chance (probability `p`): `1 - (1 - c) * p`, rounded to four
 * digits.
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

/**
 * Returns the confidence of a value from a scan: that of the value, times the lowest confidence of the words that it is
 * in, rounded to four digits. The confidence of a value from any other text stays as it is.
 */
export function asScanned<Sure extends { readonly confidence: number }>(
  sure: Sure,
  { words }: Pick<LocatedText, 'words'>,
  { start, end }: TextSpan,
): Sure {
  if (words === undefined) return sure;
  const read = words.filter((word) => word.start < end && start < word.end).map(({ confidence }) => confidence);
  const confidence = Math.round(sure.confidence * Math.min(1, ...read) * 10_000) / 10_000;
  return { ...sure, confidence };
}
