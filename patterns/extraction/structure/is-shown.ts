import { maxPassage, tokensOf } from '../values/tokens.ts';
import type { Document } from '../document.ts';
import { folded } from '../fold.ts';
import type { Wanted } from '../find/wanted.ts';
import type { PropertyValue } from '../values/token.ts';
import { isSameValue } from '../verdict.ts';

/** The most lines of the pages that are searched. */
const maxLines = 4000;

/**
 * True if the pages of a document show a value somewhere, in a notation of the extractor. Also true for a value of a
 * closed list, because the pages may write it in words that the extractor does not know.
 */
export function isShown({ text, lines }: Document, value: PropertyValue, { type, notations }: Wanted): boolean {
  if (type.kind === 'enum') return true;
  if (type.kind === 'text' && typeof value === 'string') return folded(text).includes(folded(value));
  const read = type.kind === 'money' && typeof value !== 'string' ? { ...type, currency: value.currency } : type;
  return lines.spans
    .slice(0, maxLines)
    .some(({ start, end }) =>
      tokensOf(text.slice(start, Math.min(end, start + maxPassage)), read, notations).some(
        (token) => 'values' in token && token.values.some((one) => isSameValue(one, value, type)),
      ),
    );
}
