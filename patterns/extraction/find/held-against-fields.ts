import { candidateAt, type Candidate } from '../candidate.ts';
import type { Document } from '../document.ts';
import { spanHolds } from '../spans.ts';
import { tokensOf } from '../values/tokens.ts';
import { settledBeside } from './stated-currency.ts';
import type { Wanted } from './wanted.ts';

const maxOthers = 8;

/**
 * A form field can have two texts: the one that was filled in, and the one that the page shows in the same place. For
 * each candidate in one text, adds the values in the other text. If the values differ, the result is ambiguous, so no
 * value is taken.
 */
export function heldAgainstFields(
  document: Document,
  candidates: readonly Candidate[],
  { type, notations }: Wanted,
): readonly Candidate[] {
  if (document.fields.length === 0) return candidates;
  const others = candidates.flatMap((candidate) => {
    const own = document.fields.find((field) => spanHolds(field, candidate));
    const same = document.fields.filter((field) => field !== own && field.name === own?.name).slice(0, maxOthers);
    return same.flatMap((field) => {
      const passage = document.text.slice(field.start, field.end);
      const tokens = tokensOf(passage, settledBeside(document, type, { place: field }), notations);
      return tokens.map((token) => candidateAt(token, field.start, { method: candidate.method }));
    });
  });
  return [...candidates, ...others];
}
