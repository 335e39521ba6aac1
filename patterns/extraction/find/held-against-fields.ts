import { candidateAt, type Candidate } from '../candidate.ts';
import type { Document } from '../document.ts';
import { spanHolds } from '../spans.ts';
import { tokensOf } from '../values/tokens.ts';
import { settledBeside } from './stated-currency.ts';
import type { Wanted } from './wanted.ts';

const maxOthers = 8;

/**
 * Adds the other values in the field of each candidate: what was filled in, and what the page itself shows in the same
 * place. If they differ, the result is ambiguous, so neither is taken.
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
