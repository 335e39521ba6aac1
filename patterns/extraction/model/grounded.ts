import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { ModelLineage } from '../../../contract/values/shapes.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import type { Wanted } from '../find/wanted.ts';
import { tokensOf } from '../values/tokens.ts';
import type { Token } from '../values/token.ts';
import type { ReportedPassage } from './report.ts';

/**
 * Finds the passage that a model quotes, and reads it by our rules. Undefined if the quote is not in the part of the
 * text that the model saw.
 */
export function groundedCandidates(
  { text, part }: { readonly text: string; readonly part: TextSpan },
  { quote, occurrence, value }: ReportedPassage,
  { wanted: { type, notations }, lineage }: { readonly wanted: Wanted; readonly lineage: ModelLineage },
): readonly Candidate[] | undefined {
  const start = placeOf({ text, part }, { quote, occurrence });
  if (start === undefined) return undefined;
  const whole = { start: 0, end: quote.length };
  const tokens: readonly Token[] =
    value === undefined ? tokensOf(quote, type, notations) : [{ ...whole, values: [value] }];
  const read: readonly Token[] = tokens.length > 0 ? tokens : [{ ...whole, fault: 'malformed' }];
  return read.map((token) => candidateAt(token, start, { method: 'model', lineage }));
}

function placeOf(
  { text, part }: { readonly text: string; readonly part: TextSpan },
  { quote, occurrence }: { readonly quote: string; readonly occurrence: number },
): number | undefined {
  let at = part.start - 1;
  for (let count = 0; count < occurrence; count++) {
    at = text.indexOf(quote, at + 1);
    if (at === -1 || at + quote.length > part.end) return undefined;
  }
  return at;
}
