import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

/** Reads a scalar of a JSON source. A number is read in plain notation, whatever notations the extractor declares. */
export function findByPointer(
  document: Document,
  { pointer }: Extract<Finder, { by: 'pointer' }>,
  wanted: Wanted,
): readonly Candidate[] {
  const { pointers } = document.located;
  const span = pointers && Object.hasOwn(pointers, pointer) ? pointers[pointer] : undefined;
  if (!span || !scopeOf(document, undefined)(span)) return [];
  const raw = document.text.slice(span.start, span.end);
  const quoted = document.text[span.start - 1] === '"';
  if (quoted && raw.includes('\\') && wanted.type.kind === 'text' && wanted.type.form === undefined) {
    return unescaped(raw, wanted.type.maxLength).map((token) => candidateAt(token, span.start, { method: 'pointer' }));
  }
  if (!quoted && raw === 'null') return [];
  return wholeValue({ document, wanted: quoted ? wanted : { ...wanted, notations: ['plain'] } }, span, 'pointer');
}

/**
 * Resolves the escapes of a JSON string. The quote in the evidence keeps them, because it must equal the source's text.
 */
function unescaped(raw: string, maxLength: number) {
  const value: unknown = JSON.parse(`"${raw}"`);
  const place = { start: 0, end: raw.length };
  if (typeof value !== 'string' || value.length > maxLength) return [{ ...place, fault: 'malformed' as const }];
  return [{ ...place, values: [value] }];
}
