import { canonicalJson } from '../../contract/values/canonical.ts';
import { decimalOf } from '../../contract/values/decimal.ts';
import type { PropertyType } from '../../contract/artefacts/extractor.ts';
import type { Candidate } from './candidate.ts';
import { folded } from './fold.ts';
import type { PropertyValue } from './values/token.ts';

export type ExtractionVerdict =
  | { readonly found: 'value'; readonly candidate: Candidate; readonly value: PropertyValue }
  | { readonly found: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly found: 'fault'; readonly candidate: Candidate; readonly fault: 'malformed' | 'check_digit' }
  | { readonly found: 'nothing' };

const maxShown = 16;

/**
 * Draws one conclusion from the candidates of a finder. Passages with the same value count as one value, at the place
 * of the first passage. Several values are never reduced to one. An identifier with wrong check digits beside a correct
 * one is also ambiguous.
 */
export function extractionVerdict(candidates: readonly Candidate[], type: PropertyType): ExtractionVerdict {
  const byValue = new Map<string, Candidate>();
  let first: { readonly candidate: Candidate; readonly value: PropertyValue } | undefined;
  for (const candidate of candidates) {
    for (const value of 'values' in candidate ? candidate.values : []) {
      first ??= { candidate, value };
      const same = sameness(value, type);
      if (!byValue.has(same)) byValue.set(same, candidate);
    }
  }
  const faulty = candidates.flatMap((candidate) =>
    'fault' in candidate ? [{ candidate, fault: candidate.fault }] : [],
  );
  const miswritten = faulty.find(({ fault }) => fault === 'check_digit');
  const [fault] = miswritten ? [miswritten] : faulty;
  if (!first) return fault ? { found: 'fault', ...fault } : { found: 'nothing' };
  if (byValue.size === 1 && !miswritten) return { found: 'value', ...first };
  const distinct = [...new Set([...byValue.values(), ...(miswritten ? [miswritten.candidate] : [])])];
  return { found: 'several', candidates: distinct.slice(0, maxShown) };
}

/** True if two values are the same value of a type. */
export const isSameValue = (a: PropertyValue, b: PropertyValue, type: PropertyType): boolean =>
  sameness(a, type) === sameness(b, type);

/**
 * Returns a key that is equal for equal values. Amounts are compared as numbers, so 1200 and 1200.00 are equal. Texts
 * are compared without differences of case, diacritics and typography.
 */
function sameness(value: PropertyValue, type: PropertyType): string {
  if (typeof value !== 'string') return canonicalJson([numberText(value.amount), value.currency]);
  if (type.kind === 'decimal') return numberText(value);
  return type.kind === 'text' ? folded(value) : value;
}

const numberText = (text: string): string => decimalOf(text)?.toFixed() ?? text;
