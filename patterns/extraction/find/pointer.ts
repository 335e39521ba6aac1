import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

/** A scalar of a JSON source. A number there is written as machines do, whatever the extractor says of texts. */
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

/** The quote shows the escapes, for they stand in the source; the value is what they mean. */
function unescaped(raw: string, maxLength: number) {
  const value: unknown = JSON.parse(`"${raw}"`);
  const place = { start: 0, end: raw.length };
  if (typeof value !== 'string' || value.length > maxLength) return [{ ...place, fault: 'malformed' as const }];
  return [{ ...place, values: [value] }];
}
