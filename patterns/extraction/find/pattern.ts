import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { TextSpan } from '../../../contract/rows/located-text.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { documentPartsOf, scopeOf, type Document } from '../document.ts';
import { matchesOf } from '../linear-pattern.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import { settledBeside } from './stated-currency.ts';
import type { Wanted } from './wanted.ts';

/** Reads every passage that a pattern matches as a value of the property's type. */
export function findByPattern(
  document: Document,
  finder: Extract<Finder, { by: 'pattern' }>,
  wanted: Wanted,
): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  return documentPartsOf(document, finder.within)
    .flatMap(({ start, end }) => matchesOf(finder.pattern, document.text, { from: start, to: end }))
    .filter(inScope)
    .flatMap((span) => readAll(document, span, wanted));
}

function readAll(document: Document, span: TextSpan, { type, notations }: Wanted): readonly Candidate[] {
  const passage = document.text.slice(span.start, span.end);
  const tokens = tokensOf(passage, settledBeside(document, type, { place: span }), notations);
  const fault = { start: 0, end: Math.min(passage.length, maxPassage), fault: 'malformed' as const };
  return (tokens.length > 0 ? tokens : [fault]).map((token) => candidateAt(token, span.start, { method: 'pattern' }));
}
