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
 * What the candidates of one finder come to. Passages that say the same are one value, at the first of them; two values are
 * never one, nor is an identifier whose check digits are wrong beside one whose are right.
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

/** Amounts are compared as numbers, 1200 and 1200.00 alike; texts as a reader does. */
function sameness(value: PropertyValue, type: PropertyType): string {
  if (typeof value !== 'string') return canonicalJson([numberText(value.amount), value.currency]);
  if (type.kind === 'decimal') return numberText(value);
  return type.kind === 'text' ? folded(value) : value;
}

const numberText = (text: string): string => decimalOf(text)?.toFixed() ?? text;
