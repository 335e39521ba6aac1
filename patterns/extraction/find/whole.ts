import type { TextSpan } from '../../../contract/rows/located-text.ts';
import { candidateAt, type Candidate, type Method } from '../candidate.ts';
import type { Document } from '../document.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import type { Token } from '../values/token.ts';
import { settledBeside } from './stated-currency.ts';
import type { Wanted } from './wanted.ts';

/**
 * Reads a passage, such as a cell, that must be the value and nothing else. Returns nothing for a passage of white
 * space.
 */
export function wholeValue(
  { document, wanted: { type, notations } }: { readonly document: Document; readonly wanted: Wanted },
  span: TextSpan,
  method: Method,
): readonly Candidate[] {
  const slice = document.text.slice(span.start, span.end);
  const passage = slice.trim();
  if (passage === '') return [];
  const start = span.start + slice.length - slice.trimStart().length;
  const settled = settledBeside(document, type, { place: { start, end: start + passage.length } });
  const whole = tokensOf(passage, settled, notations).find((one) => one.start === 0 && one.end === passage.length);
  const fault: Token = { start: 0, end: Math.min(passage.length, maxPassage), fault: 'malformed' };
  return [candidateAt(whole ?? fault, start, { method })];
}
